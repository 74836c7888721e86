package io.mehari.differential;

import java.util.List;

/**
 * The options of the command line.
 *
 * @param only the number of the only case to run; -1 for all
 * @param rounds the maximum number of rounds that make a difference smaller
 * @param reports after how many unlisted differences the run ends; each of them is shrunk and printed
 */
record Options(int routes, long seed, int only, int reports, int rounds) {
    static final String HELP = """
            Runs the same random routes on Camel 4.22.0 and on Mehari, and prints the differences as small cases.

              Differential [options]

              --routes N       how many cases (3000), each of one to four routes
              --seed N         the same seed makes the same cases (a new one each time)
              --only K         runs only case K of that seed
              --reports N      ends after N differences that are not listed (5)
              --rounds N       maximum rounds to make a difference smaller (60); 0: prints cases unchanged
              --help           prints this text

            Intended differences are listed in KnownDifference, and in the table of the porting page. Their counts are
            printed. Any other difference makes the run fail.
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
