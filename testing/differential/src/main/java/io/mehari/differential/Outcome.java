package io.mehari.differential;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * The outcome of a case.
 *
 * @param refused why the routes could not be built; empty if they could
 * @param results the result that each sender got
 * @param arrivals the messages that arrived at each mock
 * @param journal the steps that ran
 */
public record Outcome(String refused, List<String> results, Map<String, List<String>> arrivals, List<String> journal) {

    /** The outcome without order, if the order of the case must not be compared. */
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

    /** The outcome without the parts of lines that match the pattern. */
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
