package eu.archivum.lab;

import java.util.Map;
import java.util.Optional;

/** Code systems in laboratory reports, by object identifier. */
public class LabResultCodes {
    private static final Map<String, String> SYSTEMS =
            Map.of(
                    "2.16.840.1.113883.6.1", "LOINC",
                    "2.16.840.1.113883.6.96", "SNOMED CT",
                    "2.16.840.1.113883.6.8", "UCUM",
                    "1.2.276.0.76.5.311", "local material codes");
    private static final String UPTIME = "1.3.6.1.2.1.1.3.0";

    public Optional<String> system(String oid) {
        return Optional.ofNullable(SYSTEMS.get(oid));
    }

    public String line(String oid, String code, String value, String unit) {
        return system(oid).orElse(oid) + "|" + code + "|" + value + "|" + unit;
    }

    /** The analyser's own up-time, asked over SNMP before a batch is trusted. */
    public String watchdogObject() {
        return UPTIME;
    }
}
