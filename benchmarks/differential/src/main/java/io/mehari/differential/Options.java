package io.mehari.differential;

import java.util.List;

/**
 * What the command line asks for.
 *
 * @param only the number of the one case that runs; -1 for all
 * @param rounds how often a difference is made smaller
 * @param reports how many differences that are not listed are shrunk and printed, before the run ends
 */
record Options(int routes, long seed, int only, int reports, int rounds) {
    static final String HELP = """
            The same routes, made at random, on Camel 4.22.0 and on Mehari: what differs, made small.

              Differential [options]

              --routes N       how many cases (3000), each of one to four routes
              --seed N         the same seed makes the same cases (a new one each time)
              --only K         case K of that seed alone
              --reports N      ends after so many differences that are not listed (5)
              --rounds N       tries so often to make a difference smaller (60); 0: prints cases as they were made
              --help           this

            A difference that is meant is listed in KnownDifference, of which the page about porting makes its table; how often
            each came up is printed. Any other one makes the run fail.
            """;

    private static final List<String> NAMES = List.of("--routes", "--seed", "--only", "--reports", "--rounds");

    static Options of(String... arguments) {
        Options options = new Options(3000, System.nanoTime() % 1_000_000_000, -1, 5, 60);
        for (int i = 0; i < arguments.length; i += 2) {
            if (!NAMES.contains(arguments[i]) || i + 1 == arguments.length) {
                throw new IllegalArgumentException(arguments[i] + " is not an option with a value. There are " + NAMES);
            }
            options = options.with(arguments[i], Long.parseLong(arguments[i + 1].replace("_", "")));
        }
        return options;
    }

    private Options with(String name, long value) {
        return switch (name) {
            case "--routes" -> new Options((int) value, seed, only, reports, rounds);
            case "--seed" -> new Options(routes, value, only, reports, rounds);
            case "--only" -> new Options(routes, seed, (int) value, reports, rounds);
            case "--reports" -> new Options(routes, seed, only, (int) value, rounds);
            default -> new Options(routes, seed, only, reports, (int) value);
        };
    }
}
