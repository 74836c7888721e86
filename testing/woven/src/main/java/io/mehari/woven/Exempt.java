package io.mehari.woven;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/** The few methods that are not woven, each with the reason: {@code exempt.txt}. */
record Exempt(Map<String, String> reasons) {

    static Exempt read() {
        Map<String, String> reasons = new LinkedHashMap<>();
        try (InputStream in = Objects.requireNonNull(Exempt.class.getResourceAsStream("exempt.txt"))) {
            new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().forEach(line -> {
                int colon = line.indexOf(": ");
                if (!line.startsWith("#") && colon > 0) {
                    reasons.put(line.substring(0, colon), line.substring(colon + 2));
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new Exempt(reasons);
    }

    boolean contains(String type, String method) {
        return reasons.containsKey(type.replace('/', '.') + "." + method);
    }

    /** Whether only the call of that method cannot overflow the stack. */
    boolean containsEntry(String type, String method) {
        return reasons.containsKey("entry " + type.replace('/', '.') + "." + method);
    }
}
