package io.mehari.docs;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** The lines of {@code src/main} by package, and the lines, classes and kilobytes of each module that is published. */
final class HouseSize {
    /** What users compile against. */
    static final List<String> MODULES = List.of(
            "core-api",
            "core-impl",
            "core-main",
            "core-connector",
            "components-queue",
            "components-netty",
            "components-kafka",
            "components-jms",
            "components-camel",
            "components-micrometer",
            "components-spring-boot",
            "extensions/porting",
            "extensions/simple",
            "testing");

    private static final List<String> ALL =
            Stream.concat(MODULES.stream(), Stream.of("connector-laws")).toList();

    /** What is counted in the two modules of the core. */
    private static final Map<String, Pattern> COUNTED = Map.of(
            "catches", Pattern.compile("catch \\([^)]*\\b(Throwable|\\w*Error)\\b"),
            "suppressions", Pattern.compile("@SuppressWarnings\\b"));

    private static final Path LIMITS = Path.of("api/sizes.txt");
    /** Compilers differ: the numbers of classes and kilobytes are those of JDK 17, and other JDKs leave them out. */
    private static final boolean IS_COUNTED = Runtime.version().feature() == 17;

    private HouseSize() {}

    /** By "module package lines", "module lines", "module classes", "module kB", "core catches" and "core suppressions". */
    static Map<String, Integer> limits() throws IOException {
        TreeMap<String, Integer> limits = new TreeMap<>();
        for (String line : Files.readAllLines(LIMITS)) {
            int end = line.lastIndexOf(' ');
            limits.put(line.substring(0, end), Integer.valueOf(line.substring(end + 1)));
        }
        return limits;
    }

    static void write(Map<String, Integer> sizes) throws IOException {
        Files.write(
                LIMITS,
                sizes.entrySet().stream()
                        .map(each -> each.getKey() + " " + each.getValue())
                        .toList());
    }

    static Map<String, Integer> measured() throws IOException {
        TreeMap<String, Integer> sizes = new TreeMap<>();
        for (String module : ALL) {
            Path folder = Samples.root().resolve(module);
            Path sources = folder.resolve("src/main/java");
            for (Path file : files(sources, ".java")) {
                int lines = Files.readAllLines(file).size();
                Path in = sources.relativize(file).getParent();
                if (in != null) {
                    sizes.merge(module + " " + in.toString().replace('/', '.') + " lines", lines, Integer::sum);
                }
                sizes.merge(module + " lines", lines, Integer::sum);
            }
            Path classes = folder.resolve("target/classes");
            String count = module + " classes";
            String bytes = module + " kB";
            sizes.put(count, IS_COUNTED ? files(classes, ".class").size() : limits().getOrDefault(count, 0));
            sizes.put(bytes, IS_COUNTED ? kilobytes(classes) : limits().getOrDefault(bytes, 0));
        }
        for (String module : List.of("core-api", "core-impl")) {
            for (Path file : files(Samples.root().resolve(module).resolve("src/main/java"), ".java")) {
                String source = Files.readString(file);
                COUNTED.forEach((what, pattern) -> sizes.merge(
                        "core " + what, (int) pattern.matcher(source).results().count(), Integer::sum));
            }
        }
        return sizes;
    }

    /** As in a jar. */
    private static int kilobytes(Path classes) throws IOException {
        long[] length = {0};
        try (var zip = new ZipOutputStream(new OutputStream() {
            @Override
            public void write(int b) {
                length[0]++;
            }
        })) {
            for (Path file : files(classes, "")) {
                zip.putNextEntry(new ZipEntry(classes.relativize(file).toString()));
                Files.copy(file, zip);
            }
        }
        return Math.toIntExact((length[0] + 500) / 1000);
    }

    private static List<Path> files(Path folder, String suffix) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(Files::isRegularFile)
                    .filter(each -> each.toString().endsWith(suffix))
                    .sorted()
                    .toList();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /** The table of the page about the code. */
    static List<String> table() throws IOException {
        Map<String, Integer> sizes = limits();
        List<String> lines = new ArrayList<>(
                List.of("| module | package | lines | classes | jar, kB |", "|---|---|---:|---:|---:|"));
        for (String module : ALL) {
            lines.add("| `%s` | | %,d | %d | %d |"
                    .formatted(
                            module,
                            sizes.get(module + " lines"),
                            sizes.get(module + " classes"),
                            sizes.get(module + " kB")));
            sizes.forEach((what, size) -> {
                if (what.startsWith(module + " io.")) {
                    lines.add("| | `%s` | %,d | | |"
                            .formatted(what.substring(module.length() + 1, what.lastIndexOf(' ')), size));
                }
            });
        }
        return lines;
    }
}
