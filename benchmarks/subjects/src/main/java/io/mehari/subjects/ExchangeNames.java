package io.mehari.subjects;

import java.nio.charset.StandardCharsets;
import java.util.stream.IntStream;

/** The names of headers and properties that are measured, as constants of a program, or read from a message. */
public final class ExchangeNames {
    private static final String[] HEADERS = names("X-Custom-Header-", 100);
    private static final String[] PROPERTIES = names("orderProperty", 64);

    private ExchangeNames() {}

    private static String[] names(String prefix, int count) {
        return IntStream.range(0, count).mapToObj(i -> (prefix + i).intern()).toArray(String[]::new);
    }

    /** The name of a header. */
    public static String header(int number) {
        return HEADERS[number];
    }

    /** The name that these bytes of a message are: each time a new String, as a connector makes it. */
    public static String read(byte[] name) {
        return new String(name, StandardCharsets.ISO_8859_1);
    }

    /** The name of a property. */
    public static String property(int number) {
        return PROPERTIES[number];
    }
}
