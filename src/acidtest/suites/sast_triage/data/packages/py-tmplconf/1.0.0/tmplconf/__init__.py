"""tmplconf: fills configuration templates, one folder a site."""
