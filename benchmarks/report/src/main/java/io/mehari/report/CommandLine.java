package io.mehari.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Options such as {@code --seconds 5}, {@code --seconds=5} and {@code --quick}; a mistake is a {@link BadOption}. */
public final class CommandLine {
    private static final double MOST_SECONDS = 7 * 24 * 3600;

    private final Map<String, String> given = new LinkedHashMap<>();
    private final List<String> words = new ArrayList<>();

    private CommandLine() {}

    /**
     * Reads a command line.
     *
     * @param flags names of the options without a value, separated by spaces
     * @param values names of the options with a value, separated by spaces
     */
    public static CommandLine of(String flags, String values, String... args) {
        CommandLine line = withWords(flags, values, args);
        if (!line.words.isEmpty()) {
            throw new BadOption("There is no option " + line.words.get(0) + ". There are " + names(flags, values));
        }
        return line;
    }

    /** Reads a command line that may also have {@link #words}, which do not begin with a dash. */
    public static CommandLine withWords(String flags, String values, String... args) {
        CommandLine line = new CommandLine();
        for (int i = 0; i < args.length; i++) {
            int equals = args[i].indexOf('=');
            String name = equals < 0 ? args[i] : args[i].substring(0, equals);
            if (!name.startsWith("-")) {
                line.words.add(args[i]);
            } else if (name.equals("-h") || names(flags, "").contains(name)) {
                if (equals >= 0) {
                    throw new BadOption(name + " takes no value");
                }
                line.given.put(name.equals("-h") ? "--help" : name, "");
            } else {
                named("option", name, names(values, flags), each -> each);
                if (equals < 0 && i + 1 == args.length) {
                    throw new BadOption(name + " needs a value");
                }
                line.given.put(name, equals < 0 ? args[++i] : args[i].substring(equals + 1));
            }
        }
        return line;
    }

    private static List<String> names(String some, String more) {
        return Arrays.stream((some + " " + more).split(" ", -1))
                .filter(each -> !each.isEmpty())
                .toList();
    }

    /** The arguments that are not options. */
    public List<String> words() {
        return words;
    }

    /** Reads the result files that the words name, and merges them into one result. */
    Result results() throws IOException {
        List<Result> results = new ArrayList<>();
        for (String each : words) {
            results.add(Result.read(Path.of(each)));
        }
        return Merge.of(results);
    }

    /** The file or folder that {@code -o} names. */
    Path output(String usage) {
        if (words.isEmpty() || !has("-o")) {
            throw new BadOption("name what to read and, after -o, where to write: " + usage);
        }
        return Path.of(text("-o", ""));
    }

    /** Whether that option is given. */
    public boolean has(String name) {
        return given.containsKey(name);
    }

    /** The value of that option. */
    public String text(String name, String otherwise) {
        return given.getOrDefault(name, otherwise);
    }

    /** The values of that option, which are separated by commas. */
    public List<String> list(String name, String otherwise) {
        String value = text(name, otherwise);
        return value.isEmpty()
                ? List.of()
                : Arrays.stream(value.split(",", -1)).map(String::strip).toList();
    }

    /** A whole number, whose digits may be grouped: {@code 100_000}. */
    public long number(String name, long otherwise, long least, long most) {
        String value = given.get(name);
        try {
            long number = value == null ? otherwise : Long.parseLong(value.replace("_", ""));
            if (value == null || (number >= least && number <= most)) {
                return number;
            }
        } catch (NumberFormatException e) {
            // reported below
        }
        throw new BadOption(name + " " + value + ": write a whole number from " + least + " to " + most);
    }

    /** A whole number above 0. */
    public long count(String name, long otherwise) {
        return number(name, otherwise, 1, Long.MAX_VALUE);
    }

    /** A duration. */
    public double seconds(String name, double otherwise) {
        String value = given.get(name);
        try {
            double number = value == null ? otherwise : Double.parseDouble(value);
            if (value == null || (number > 0 && number <= MOST_SECONDS)) {
                return number;
            }
        } catch (NumberFormatException e) {
            // reported below
        }
        throw new BadOption(name + " " + value + ": write a number of seconds above 0, as in " + name + " 10");
    }

    /** The folders that {@code --jdk} names; by default the folder of the running JDK. */
    public List<Path> jdks() {
        List<Path> jdks = new ArrayList<>();
        for (String each : list("--jdk", System.getProperty("java.home"))) {
            Path folder = Path.of(each);
            if (!Files.isExecutable(folder.resolve("bin").resolve("java"))) {
                throw new BadOption("--jdk " + each + ": there is no " + folder.resolve("bin/java")
                        + "; give the folder of a JDK, version 17 or later");
            }
            jdks.add(folder);
        }
        return jdks;
    }

    /** The element with that name. The message for an unknown name has the nearest name and all names. */
    public static <T> T named(String what, String name, List<T> all, Function<T, String> naming) {
        int least = Math.max(2, name.length() / 3) + 1;
        @Nullable String best = null;
        for (T each : all) {
            String candidate = naming.apply(each);
            int distance = distance(name, candidate);
            if (distance == 0) {
                return each;
            }
            if (distance < least) {
                least = distance;
                best = candidate;
            }
        }
        throw new BadOption("There is no " + what + " " + name + (best == null ? "." : ": did you mean " + best + "?")
                + " There are " + String.join(", ", all.stream().map(naming).toList()));
    }

    /**
     * The edit distance: how many characters must be inserted, removed or replaced to turn one string into the other.
     */
    private static int distance(String a, String b) {
        int[] previous = new int[b.length() + 1];
        Arrays.setAll(previous, j -> j);
        for (int i = 1; i <= a.length(); i++) {
            int[] current = new int[b.length() + 1];
            current[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replaced = previous[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                current[j] = Math.min(replaced, Math.min(previous[j], current[j - 1]) + 1);
            }
            previous = current;
        }
        return previous[b.length()];
    }
}
