package io.mehari.spi.internal;

import org.jspecify.annotations.Nullable;

/**
 * Makes text from messages and URIs safe for exceptions, logs and management: on one line, of limited length and
 * without secrets. Components should use it wherever they quote input.
 */
public final class SafeText {
    /*
     * All methods take linear time in the length of the text, because the text may come from the network.
     */
    private static final int MAX_VALUE = 80;
    private static final int MAX_URI = 300;
    private static final int MAX_MESSAGE = 4000; // it may list all valid options

    private SafeText() {}

    /** The text of a value, escaped by {@link #escape} and cut after 80 characters. */
    public static String of(@Nullable Object value) {
        return of(value, MAX_VALUE);
    }

    /** The text of a value, escaped, and cut after {@code max} characters: {@code abc… (n characters)}. */
    public static String of(@Nullable Object value, int max) {
        String text = text(value);
        return text.length() <= max
                ? escape(text)
                : escape(text.substring(0, max)) + "… (" + text.length() + " characters)";
    }

    private static String text(@Nullable Object value) {
        try {
            return String.valueOf(value);
        } catch (Throwable e) { // a value that cannot be printed must not spoil the message
            return "(its toString failed: " + e.getClass().getName() + ")";
        }
    }

    /** A value with its type: {@code a java.lang.String of value abc}. */
    public static String describe(@Nullable Object value) {
        return value == null ? "null" : "a " + value.getClass().getTypeName() + " of value " + of(value);
    }

    /** The message of an exception: escaped, and cut after 4,000 characters. */
    public static String message(@Nullable String message) {
        return of(message, MAX_MESSAGE);
    }

    /** A URI without secrets (see {@link #withoutSecrets}), escaped, and cut after 300 characters. */
    public static String uri(@Nullable String uri) {
        if (uri == null) {
            return "null";
        }
        String shown = withoutSecrets(uri);
        return shown.length() <= MAX_URI
                ? escape(shown)
                : escape(shown.substring(0, MAX_URI)) + "… (" + uri.length() + " characters)";
    }

    /**
     * A URI with its secrets replaced by {@code xxxxxx}: the password in {@code scheme://user:password@host}, and the
     * values of options for which {@link #isSecret} holds. Options beyond 16,384 characters are left out.
     */
    public static String withoutSecrets(String uri) {
        return new Secrets(uri).masked();
    }

    /** A text about a URI, such as an error message, with the secrets of the URI replaced by {@code xxxxxx}. */
    public static String withoutSecretsOf(String uri, String text) {
        return new Secrets(uri).maskedIn(text);
    }

    /**
     * Whether the value of an option with that name should be hidden: password, secretKey, access_token and the like.
     */
    public static boolean isSecret(String optionName) {
        return Secrets.isSecret(optionName);
    }

    /**
     * The text with control characters escaped, as in {@code \n} and {@code \u001b}. So it cannot fake a line of the
     * log, control a terminal or change the direction of text.
     */
    public static String escape(String text) {
        int at = firstUnsafe(text);
        if (at == text.length()) {
            return text;
        }
        StringBuilder escaped = new StringBuilder(text.length() + 16).append(text, 0, at);
        for (; at < text.length(); at++) {
            char each = text.charAt(at);
            if (isUnsafe(each)) {
                appendEscape(each, escaped);
            } else {
                escaped.append(each);
            }
        }
        return escaped.toString();
    }

    private static int firstUnsafe(String text) {
        int at = 0;
        while (at < text.length() && !isUnsafe(text.charAt(at))) {
            at++;
        }
        return at;
    }

    private static boolean isUnsafe(char each) {
        if (each < 0x7f) {
            return each < ' ';
        }
        return each < 0xa0
                || (each >= 0x2028 && each <= 0x202e) // separators of lines and paragraphs, directions
                || (each >= 0x2066 && each <= 0x2069);
    }

    private static void appendEscape(char each, StringBuilder escaped) {
        switch (each) {
            case '\n' -> escaped.append("\\n");
            case '\r' -> escaped.append("\\r");
            case '\t' -> escaped.append("\\t");
            default -> {
                String digits = Integer.toHexString(each);
                escaped.append("\\u").append("0000", 0, 4 - digits.length()).append(digits);
            }
        }
    }
}
