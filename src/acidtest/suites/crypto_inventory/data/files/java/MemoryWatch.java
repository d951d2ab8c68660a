package de.schliesstechnik.hardware;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/** Watches the ECC counters of the controllers' memory banks. */
public class MemoryWatch {
    private static final Path EDAC = Path.of("/sys/devices/system/edac/mc");

    public record Bank(long corrected, long uncorrected) {
        boolean healthy() {
            return uncorrected == 0 && corrected < 1000;
        }
    }

    public Map<String, Bank> read() throws IOException {
        Map<String, Bank> banks = new TreeMap<>();
        try (DirectoryStream<Path> controllers = Files.newDirectoryStream(EDAC, "mc*")) {
            for (Path mc : controllers) {
                banks.put(mc.getFileName().toString(), new Bank(number(mc, "ce_count"), number(mc, "ue_count")));
            }
        }
        return banks;
    }

    private static long number(Path mc, String name) throws IOException {
        return Long.parseLong(Files.readString(mc.resolve(name)).trim());
    }

    public boolean eccHealthy() throws IOException {
        return read().values().stream().allMatch(Bank::healthy);
    }
}
