"""gaugebeat: collects gauges on a host and reports them to a collector."""
