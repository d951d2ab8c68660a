package net.oldpost.mailbox;

import java.nio.file.Path;
import java.util.Locale;

public class MailboxPaths {
    enum Animal {
        PUFFER("fish"),
        STAR("ling");

        final String tail;

        Animal(String tail) {
            this.tail = tail;
        }

        String species() {
            return name().charAt(0) + name().substring(1).toLowerCase(Locale.ROOT) + tail;
        }
    }

    private final Path root;

    public MailboxPaths(Path root) {
        this.root = root;
    }

    /** For example Pufferfish/ECB/PKCS: site, branch, cabinet. */
    public Path cabinet(Animal site, String branch, String cabinet) {
        return root.resolve(String.join("/", site.species(), branch, cabinet));
    }

    public Path volume(int generation) {
        return root.resolve("MD" + generation);
    }

    public static void main(String[] args) {
        MailboxPaths paths = new MailboxPaths(Path.of("/srv/post"));
        System.out.println(paths.cabinet(Animal.PUFFER, "ECB", "PKCS"));
        System.out.println(paths.volume(5));
    }
}
