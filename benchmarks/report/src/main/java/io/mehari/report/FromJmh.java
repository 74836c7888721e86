package io.mehari.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/*
 * JMH's score error is a 99.9 % interval over all iterations of all forks, as if these were independent. But iterations
 * of one fork are not independent. So here a sample is the mean of a fork, if there are at least three forks. If there
 * are fewer, a sample is an iteration, and the note of the row says so.
 */
/**
 * Converts the JSON output of JMH ({@code -rf json}) to results: {@code io.mehari.report.FromJmh jmh.json... -o
 * result.json --title T --commit C --command "..."}. Run it on the machine that ran JMH. The parameter {@code subject}
 * is the subject, the other parameters are the variation of the scenario.
 */
public final class FromJmh {
    private static final String USAGE = "FromJmh jmh.json... -o result.json --title T --commit C --command '...'";
    private static final String BYTES = "gc.alloc.rate.norm";
    private static final int ENOUGH_FORKS = 3;

    private final Map<String, Jdk> jdks = new LinkedHashMap<>();
    private final List<Row> rows = new ArrayList<>();
    private final List<Percentiles> percentiles = new ArrayList<>();

    private FromJmh() {}

    public static void main(String[] args) throws Exception {
        Program.main(() -> run(args));
    }

    static void run(String... args) throws IOException {
        CommandLine line = CommandLine.withWords("", "-o --title --commit --command", args);
        Path output = line.output(USAGE);
        Result result = of(
                line.words().stream().map(Path::of).toList(),
                line.text("--title", "JMH"),
                line.text("--commit", Commit.of(Path.of(""))),
                line.text("--command", "java -jar benchmarks.jar"));
        result.write(output);
        System.out.println(result.rows().size() + " figures are in " + output);
    }

    /** Creates one result from all files, with the date of the first file. */
    public static Result of(List<Path> files, String title, String commit, String command) throws IOException {
        FromJmh all = new FromJmh();
        for (Path file : files) {
            try {
                Json.parse(Files.readString(file)).forEach(all::benchmark);
            } catch (IllegalArgumentException refused) {
                throw new IOException(file + ", " + refused.getMessage(), refused);
            }
        }
        Result empty = Result.begun(title, commit, command);
        Result result = new Result(
                title,
                Files.getLastModifiedTime(files.get(0)).toInstant(),
                commit,
                command,
                empty.machine(),
                List.copyOf(all.jdks.values()),
                List.of(),
                all.rows,
                all.percentiles,
                List.of(),
                List.of());
        return Merge.of(List.of(result));
    }

    private void benchmark(JsonNode run) {
        Jdk jdk = jdk(run);
        Jdk known = jdks.putIfAbsent(jdk.name(), jdk);
        if (known != null && !known.equals(jdk)) {
            throw new IllegalArgumentException(
                    "expected one JDK called " + jdk.name() + ", " + known + ", found " + jdk);
        }
        String subject = "mehari";
        List<String> variation = new ArrayList<>();
        for (Map.Entry<String, JsonNode> parameter : run.path("params").properties()) {
            String value = parameter.getValue().asText();
            if (parameter.getKey().equals("subject")) {
                subject = value;
            } else {
                variation.add(saysItself(value) ? value : parameter.getKey() + "=" + value);
            }
        }
        if (run.required("threads").asDouble() > 1) {
            variation.add("threads=" + Numbers.exact(run.required("threads").asDouble()));
        }
        String group = scenario(run.required("benchmark").asText())
                + (variation.isEmpty() ? "" : "/" + String.join(", ", variation));
        score(run, group, subject, jdk.name());
    }

    private void score(JsonNode run, String group, String subject, String jdk) {
        String mode = run.required("mode").asText();
        JsonNode primary = run.required("primaryMetric");
        String unit = primary.required("scoreUnit").asText();
        add(group, subject, jdk, unit, mode.equals("thrpt") ? Better.MORE : Better.LESS, primary);
        if (mode.equals("sample")) {
            List<Point> points = primary.required("scorePercentiles").properties().stream()
                    .map(part -> new Point(
                            Double.parseDouble(part.getKey()) / 100,
                            part.getValue().asDouble()))
                    .toList();
            percentiles.add(new Percentiles(group, subject, jdk, unit.replace("/op", ""), points));
        }
        JsonNode others = run.required("secondaryMetrics");
        JsonNode bytes = others.has(BYTES) ? others.get(BYTES) : others.get("·" + BYTES);
        if (bytes != null) {
            add(group, subject, jdk, bytes.required("scoreUnit").asText(), Better.LESS, bytes);
        }
    }

    private void add(String group, String subject, String jdk, String unit, Better better, JsonNode metric) {
        JsonNode raw = metric.get("rawData");
        if (raw == null) {
            double score = metric.required("score").asDouble();
            Row row = new Row(group, subject, jdk, unit, better, score, score, score, List.of(), "");
            rows.add(row.withNote("JMH kept no samples"));
            return;
        }
        List<List<Double>> forks = raw.valueStream()
                .map(fork -> fork.valueStream().map(JsonNode::asDouble).toList())
                .toList();
        if (forks.size() >= ENOUGH_FORKS) {
            List<Double> means = forks.stream().map(Statistics::mean).toList();
            rows.add(Row.of(group, subject, jdk, unit, better, means));
            return;
        }
        List<Double> iterations = forks.stream().flatMap(List::stream).toList();
        rows.add(Row.of(group, subject, jdk, unit, better, iterations)
                .withNote("samples are iterations of " + forks.size() + (forks.size() == 1 ? " fork" : " forks")));
    }

    private static Jdk jdk(JsonNode run) {
        String version = run.required("jdkVersion").asText();
        String flags = run.required("jvmArgs")
                .valueStream()
                .map(JsonNode::asText)
                .filter(flag -> flag.startsWith("-X"))
                .collect(Collectors.joining(" "));
        return new Jdk(
                version.replaceAll("[^0-9].*", ""),
                run.required("vmVersion").asText(),
                run.required("vmName").asText(),
                flags.isEmpty() ? "default" : flags);
    }

    /** The scenario of a benchmark: {@code Pattern.send} for {@code io.mehari.benchmarks.PatternBenchmark.send}. */
    private static String scenario(String benchmark) {
        int method = benchmark.lastIndexOf('.');
        int type = benchmark.lastIndexOf('.', method - 1);
        return benchmark.substring(type + 1, method).replaceAll("Benchmark$", "") + benchmark.substring(method);
    }

    /** Whether a value is clear without the name of its parameter. A number or a boolean is not. */
    private static boolean saysItself(String value) {
        return !value.matches("[-0-9.]*|true|false");
    }
}
