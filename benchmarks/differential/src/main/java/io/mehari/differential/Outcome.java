package io.mehari.differential;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * What came of a case.
 *
 * @param refused why the routes could not be built; empty when they could
 * @param results what each sender got
 * @param arrivals what came to each mock
 * @param journal which steps ran
 */
public record Outcome(String refused, List<String> results, Map<String, List<String>> arrivals, List<String> journal) {

    /** The same without any order, where there is none to compare. */
    Outcome sorted() {
        Map<String, List<String>> all = new TreeMap<>();
        arrivals.forEach((mock, list) -> all.put(mock, list.stream().sorted().toList()));
        return new Outcome(refused, results, all, journal.stream().sorted().toList());
    }

    List<String> lines() {
        List<String> lines = new java.util.ArrayList<>();
        if (!refused.isEmpty()) {
            lines.add("refused: " + refused);
        }
        for (int i = 0; i < results.size(); i++) {
            lines.add("result " + (i + 1) + ": " + results.get(i));
        }
        arrivals.forEach((mock, list) -> {
            for (int i = 0; i < list.size(); i++) {
                lines.add(mock + " " + (i + 1) + ": " + list.get(i));
            }
        });
        for (int i = 0; i < journal.size(); i++) {
            lines.add("run " + (i + 1) + ": " + journal.get(i));
        }
        return lines;
    }

    /** Without what the pattern finds in a line. */
    Outcome without(Pattern pattern) {
        Map<String, List<String>> all = new TreeMap<>();
        arrivals.forEach((mock, list) -> all.put(mock, without(list, pattern)));
        return new Outcome(refused, without(results, pattern), all, without(journal, pattern));
    }

    private static List<String> without(List<String> lines, Pattern pattern) {
        return lines.stream()
                .map(line -> pattern.matcher(line).replaceAll("").replaceAll("[{, }]+", " "))
                .toList();
    }
}
