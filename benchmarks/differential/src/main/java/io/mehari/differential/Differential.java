package io.mehari.differential;

import java.nio.file.Path;
import java.util.List;
import java.util.logging.LogManager;

/** Runs the same routes on Camel and on Mehari, and compares the results. */
final class Differential {
    private Differential() {}

    public static void main(String[] arguments) throws Exception {
        if (List.of(arguments).contains("--help")) {
            System.out.print(Options.HELP);
            return;
        }
        Options options;
        try {
            options = Options.of(arguments);
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            System.exit(2);
            return;
        }
        LogManager.getLogManager().reset(); // routes log failures that are caused on purpose
        Pair pair = new Pair(Path.of(System.getProperty("mehari.root", ".")));
        System.exit(new Session(pair, options).run() ? 0 : 1);
    }
}
