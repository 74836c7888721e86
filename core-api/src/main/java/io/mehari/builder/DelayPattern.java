package io.mehari.builder;

import io.mehari.spi.SafeText;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Delays of redeliveries. Each delay applies from the redelivery with its number until the next one. Immutable. */
public final class DelayPattern {
    private static final Pattern GROUP = Pattern.compile("\\s*(\\d{1,9})\\s*:\\s*(\\d{1,12})\\s*");

    private final NavigableMap<Integer, Long> delays = new TreeMap<>();

    /**
     * Reads a pattern such as {@code 3:1000;5:5000}.
     *
     * @throws IllegalArgumentException if the text is not a pattern
     */
    DelayPattern(String text) {
        for (String each : text.split(";", -1)) {
            Matcher group = GROUP.matcher(each);
            if (!group.matches()) {
                throw new IllegalArgumentException("delayPattern(\"" + SafeText.of(text) + "\"): '" + SafeText.of(each)
                        + "' is not valid; write the number of a redelivery and a delay in milliseconds, as in"
                        + " 3:1000;5:5000");
            }
            delays.put(Integer.valueOf(group.group(1)), Long.valueOf(group.group(2)));
        }
    }

    /** The delay before a redelivery, in milliseconds; 0 if its number is below all in the pattern. */
    long delayBefore(int attempt) {
        Map.Entry<Integer, Long> group = delays.floorEntry(attempt);
        return group == null ? 0 : group.getValue();
    }
}
