package io.mehari.faults;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A message of the load. Its number determines its whole content, so that a receiver can check it.
 *
 * @param poison a message that {@link CheckedSalesRoute} always refuses
 */
record Numbered(int partition, int number, boolean poison) {
    private static final int BYTES = 1_000;
    private static final int PARTS = 4;
    private static final String POISON = "poison";
    private static final String GOOD = "good";

    String body() {
        String begin = partition + ":" + number + ":" + (poison ? POISON : GOOD) + ":";
        return begin + "x".repeat(BYTES - begin.length());
    }

    /**
     * The names are those in Kafka, which allows all characters. In a JMS message, {@code -} is written as {@code
     * _HYPHEN_}.
     */
    Map<String, String> headers() {
        return Map.of("sale", partition + "/" + number, "paid-in", "17 \u20ac");
    }

    /** Null if no message of the load has this body. */
    static @Nullable Numbered parse(String body) {
        String[] parts = body.split(":", PARTS);
        if (parts.length < PARTS) {
            return null;
        }
        try {
            Numbered read =
                    new Numbered(Integer.parseInt(parts[0]), Integer.parseInt(parts[1]), parts[2].equals(POISON));
            return read.body().equals(body) ? read : null;
        } catch (NumberFormatException e) {
            return null;
        }
    }
}
