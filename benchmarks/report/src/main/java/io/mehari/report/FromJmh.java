package io.mehari.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/*
 * What JMH calls a score's error is a 99.9 % interval over all iterations of all forks, as if they were independent, which
 * iterations of one fork are not. So here a sample is a fork's mean, wherever there are three forks or more; where there
 * are fewer, a sample is an iteration, and the row's note says so.
 */
/**
 * Makes results of what JMH writes with {@code -rf json}: {@code io.mehari.report.FromJmh jmh.json... -o result.json
 * --title T --commit C --command "..."}, on the machine that ran it. The parameter {@code subject} names the subject, the
 * others the variation of the scenario.
 */
public final class FromJmh {
    private static final String USAGE = "FromJmh jmh.json... -o result.json --title T --commit C --command '...'";
    private static final String BYTES = "gc.alloc.rate.norm";
    private static final int ENOUGH_FORKS = 3;

    private final Map<String, Jdk> jdks = new LinkedHashMap<>();
    private final List<Row> rows = new ArrayList<>();
    private final List<Percentiles> percentiles = new ArrayList<>();

    private FromJmh() {}

    public static void main(String[] args) {
        Program.main(() -> run(args));
    }

    static void run(String... args) throws IOException {
        Map<String, String> options = new LinkedHashMap<>();
        List<String> rest = new ArrayList<>();
        for (int i = 0; i < args.length; i++) {
            if (List.of("--title", "--commit", "--command").contains(args[i]) && i + 1 < args.length) {
                options.put(args[i], args[++i]);
            } else {
                rest.add(args[i]);
            }
        }
        Arguments arguments = Arguments.of(USAGE, rest.toArray(String[]::new));
        Result result = of(
                arguments.inputs(),
                options.getOrDefault("--title", "JMH"),
                options.getOrDefault("--commit", Commit.of(Path.of(""))),
                options.getOrDefault("--command", "java -jar benchmarks.jar"));
        result.write(arguments.output());
        System.out.println(result.rows().size() + " figures are in " + arguments.output());
    }

    /** One result of all these files, of the date of the first. */
    public static Result of(List<Path> files, String title, String commit, String command) throws IOException {
        FromJmh all = new FromJmh();
        for (Path file : files) {
            try {
                Json.parse(Files.readString(file)).elements().forEach(all::benchmark);
            } catch (JsonException refused) {
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

    private void benchmark(Json run) {
        Jdk jdk = jdk(run);
        Jdk known = jdks.putIfAbsent(jdk.name(), jdk);
        if (known != null && !known.equals(jdk)) {
            throw run.refused("one JDK called " + jdk.name() + ", " + known, jdk.toString());
        }
        String subject = "mehari";
        List<String> variation = new ArrayList<>();
        Json parameters = run.find("params");
        if (parameters != null) {
            for (Map.Entry<String, Json> parameter : parameters.members().entrySet()) {
                String value = parameter.getValue().text();
                if (parameter.getKey().equals("subject")) {
                    subject = value;
                } else {
                    variation.add(saysItself(value) ? value : parameter.getKey() + "=" + value);
                }
            }
        }
        if (run.get("threads").number() > 1) {
            variation.add("threads=" + Numbers.exact(run.get("threads").number()));
        }
        String group =
                scenario(run.get("benchmark").text()) + (variation.isEmpty() ? "" : "/" + String.join(", ", variation));
        score(run, group, subject, jdk.name());
    }

    private void score(Json run, String group, String subject, String jdk) {
        String mode = run.get("mode").text();
        Json primary = run.get("primaryMetric");
        String unit = primary.get("scoreUnit").text();
        add(group, subject, jdk, unit, mode.equals("thrpt") ? Better.MORE : Better.LESS, primary);
        if (mode.equals("sample")) {
            List<Point> points = primary.get("scorePercentiles").members().entrySet().stream()
                    .map(part -> new Point(
                            Double.parseDouble(part.getKey()) / 100,
                            part.getValue().number()))
                    .toList();
            percentiles.add(new Percentiles(group, subject, jdk, unit.replace("/op", ""), points));
        }
        Map<String, Json> others = run.get("secondaryMetrics").members();
        Json bytes = others.getOrDefault(BYTES, others.get("·" + BYTES));
        if (bytes != null) {
            add(group, subject, jdk, bytes.get("scoreUnit").text(), Better.LESS, bytes);
        }
    }

    private void add(String group, String subject, String jdk, String unit, Better better, Json metric) {
        Json raw = metric.find("rawData");
        if (raw == null) {
            double score = metric.get("score").number();
            Row row = new Row(group, subject, jdk, unit, better, score, score, score, List.of(), "");
            rows.add(row.withNote("JMH kept no samples"));
            return;
        }
        List<List<Double>> forks = raw.elements().stream()
                .map(fork -> fork.elements().stream().map(Json::number).toList())
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

    private static Jdk jdk(Json run) {
        String version = run.get("jdkVersion").text();
        String flags = run.get("jvmArgs").elements().stream()
                .map(Json::text)
                .filter(flag -> flag.startsWith("-X"))
                .collect(Collectors.joining(" "));
        return new Jdk(
                version.replaceAll("[^0-9].*", ""),
                run.get("vmVersion").text(),
                run.get("vmName").text(),
                flags.isEmpty() ? "default" : flags);
    }

    /** {@code io.mehari.benchmarks.PatternBenchmark.send} is {@code Pattern.send}. */
    private static String scenario(String benchmark) {
        int method = benchmark.lastIndexOf('.');
        int type = benchmark.lastIndexOf('.', method - 1);
        return benchmark.substring(type + 1, method).replaceAll("Benchmark$", "") + benchmark.substring(method);
    }

    /** A number or a truth value needs its parameter's name beside it. */
    private static boolean saysItself(String value) {
        return !value.matches("[-0-9.]*|true|false");
    }
}
