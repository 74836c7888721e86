package io.mehari.scenarios.fork;

import io.mehari.report.Commit;
import io.mehari.report.Jdk;
import io.mehari.report.Report;
import io.mehari.report.Result;
import io.mehari.scenarios.Fields;
import io.mehari.scenarios.Scenario;
import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** Converts outcomes to a result, and writes it to files. */
public final class Results {
    private final Map<Path, Jdk> jdks = new LinkedHashMap<>();
    private final Set<Scenario> scenarios = new LinkedHashSet<>();

    /** Creates an object for those outcomes. */
    public Results(List<? extends Outcome> outcomes) {
        for (Outcome each : outcomes) {
            scenarios.add(each.variation.scenario());
            Fields jvm = each.jvm;
            if (jvm != null && !jdks.containsKey(each.jdk)) {
                jdks.put(each.jdk, jdk(jvm));
            }
        }
    }

    /** The JDK, named by its version. If two folders have the same version, a number is added. */
    private Jdk jdk(Fields jvm) {
        String name = jvm.text("name");
        long same = 1
                + jdks.values().stream()
                        .filter(each -> each.name().equals(name) || each.name().startsWith(name + "-"))
                        .count();
        return new Jdk(same == 1 ? name : name + "-" + same, jvm.text("version"), jvm.text("vendor"), Child.FLAGS);
    }

    /** The name of the outcome's JDK in the result. */
    public String jdk(Outcome outcome) {
        Jdk known = jdks.get(outcome.jdk);
        return known == null ? outcome.jdkName() : known.name();
    }

    /** A result without values. It has the given notes, and a sentence for each scenario. */
    public Result begin(String title, String commit, String command, List<String> notes) {
        Result result = Result.begun(title, commit, command).withJdks(List.copyOf(jdks.values()));
        for (String note : notes) {
            result = result.withNote(note);
        }
        for (Scenario each : scenarios) {
            result = result.withNote(each.id() + ": " + each.sentence());
        }
        return result;
    }

    /**
     * Writes the values and their HTML page to a folder that is named after the time and the commit.
     *
     * @param name of the two files
     * @param measured creates the result for a commit
     * @return a text with the paths
     */
    public static String write(String name, Function<String, Result> measured) throws IOException {
        Path root = Forks.root();
        String commit = Commit.of(root);
        Result result = measured.apply(commit);
        if (result.rows().isEmpty()) {
            return "There are no values to write.";
        }
        String time = LocalDateTime.now(ZoneId.systemDefault())
                .format(DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT));
        Path folder = root.resolve("benchmarks/target/results").resolve(time + "-" + commit);
        return write(result, folder.resolve(name + ".json"));
    }

    /** Writes the values to that file, and their HTML page to the same folder. Returns a text with the paths. */
    public static String write(Result result, Path json) throws IOException {
        Path page = json.resolveSibling(json.getFileName().toString().replaceAll("\\.json$", "") + ".html");
        result.write(json);
        Report.write(result, page);
        return "\nreport:  " + page + "\nvalues:  " + json;
    }
}
