"""Systems: models, decompilers, scanners, filters, commands and recorded answers."""
