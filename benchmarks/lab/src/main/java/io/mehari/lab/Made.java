package io.mehari.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A run that was made, as its folder keeps it.
 *
 * @param arguments of the command line
 * @param bytes of each JVM, by operation and then by side or release, in the order in which they were compared
 */
record Made(List<String> arguments, Map<String, Map<String, List<Double>>> bytes) {
    private static final String ARGUMENTS = "arguments.txt";
    private static final String BYTES = "bytes.tsv";
    private static final String TAB = "\t";

    void write(Path folder) throws IOException {
        List<String> lines = new ArrayList<>();
        bytes.forEach((operation, sides) -> sides.forEach((side, samples) -> lines.add(String.join(
                TAB,
                Stream.concat(Stream.of(operation, side), samples.stream().map(String::valueOf))
                        .toList()))));
        Files.write(folder.resolve(BYTES), lines);
        Files.write(folder.resolve(ARGUMENTS), arguments);
    }

    static Made read(Path folder) throws IOException {
        if (!Files.exists(folder.resolve(BYTES))) {
            throw new IllegalArgumentException(folder + " is no folder of a run, a history or a gate: it has no "
                    + BYTES + ". Each names its folder when it ends");
        }
        Map<String, Map<String, List<Double>>> bytes = new LinkedHashMap<>();
        for (String line : Files.readAllLines(folder.resolve(BYTES))) {
            List<String> cells = List.of(line.split(TAB, -1));
            bytes.computeIfAbsent(cells.get(0), each -> new LinkedHashMap<>())
                    .put(
                            cells.get(1),
                            cells.stream().skip(2).map(Double::valueOf).toList());
        }
        return new Made(Files.readAllLines(folder.resolve(ARGUMENTS)), bytes);
    }

    /** The sides of an operation that differ from those before, the first included, with their bytes. */
    Map<String, List<Double>> steps(String operation) {
        Map<String, List<Double>> steps = new LinkedHashMap<>();
        List<Double> last = List.of();
        for (Map.Entry<String, List<Double>> each :
                bytes.getOrDefault(operation, Map.of()).entrySet()) {
            if (last.isEmpty() || Finding.gap(last, each.getValue(), 0) != 0) {
                last = each.getValue();
                steps.put(each.getKey(), last);
            }
        }
        return steps;
    }
}
