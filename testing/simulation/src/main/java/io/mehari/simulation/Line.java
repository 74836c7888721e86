package io.mehari.simulation;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One line of a plan: its words, and the indented lines below it.
 *
 * @param words the first word is the kind of the line
 */
record Line(List<String> words, List<Line> inner) {
    Line {
        words = List.copyOf(words);
        inner = List.copyOf(inner);
    }

    static Line of(String text, Line... inner) {
        return new Line(List.of(text.split(" ", -1)), List.of(inner));
    }

    static Line of(String text, List<Line> inner) {
        return new Line(List.of(text.split(" ", -1)), inner);
    }

    String kind() {
        return words.get(0);
    }

    boolean is(String kind) {
        return kind().equals(kind);
    }

    boolean has(String word) {
        return words.contains(word);
    }

    /** Runs that if the line has the word. */
    void when(String word, Runnable then) {
        if (has(word)) {
            then.run();
        }
    }

    /** The word after the given word; null if there is none. */
    @Nullable
    String after(String word) {
        int at = words.indexOf(word);
        return at < 0 || at + 1 >= words.size() ? null : words.get(at + 1);
    }

    /** The number after the given word. */
    int number(String word, int otherwise) {
        String value = after(word);
        return value == null ? otherwise : Integer.parseInt(value);
    }

    String word(int index) {
        if (index >= words.size()) {
            throw new IllegalArgumentException("too few words: " + String.join(" ", words));
        }
        return words.get(index);
    }

    int number(int index) {
        return Integer.parseInt(word(index));
    }

    int size() {
        return words.size() + inner.stream().mapToInt(Line::size).sum();
    }

    void print(String indent, StringBuilder text) {
        text.append(indent).append(String.join(" ", words)).append('\n');
        inner.forEach(each -> each.print(indent + "  ", text));
    }

    // ---- from text

    /** Parses a text into lines. Two more spaces of indentation are one level deeper. */
    static List<Line> parse(String text) {
        List<String> lines =
                new ArrayList<>(text.lines().filter(each -> !each.isBlank()).toList());
        List<Line> parsed = parse(lines, 0);
        if (!lines.isEmpty()) {
            throw new IllegalArgumentException("too deep or not deep enough: " + lines.get(0));
        }
        return parsed;
    }

    private static List<Line> parse(List<String> lines, int depth) {
        List<Line> parsed = new ArrayList<>();
        while (!lines.isEmpty() && depth(lines.get(0)) == depth) {
            List<String> words = List.of(lines.remove(0).strip().split(" +", -1));
            parsed.add(new Line(words, parse(lines, depth + 1)));
        }
        return parsed;
    }

    private static int depth(String line) {
        return (line.length() - line.stripLeading().length()) / 2;
    }
}
