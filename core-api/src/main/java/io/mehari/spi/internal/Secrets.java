package io.mehari.spi.internal;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Finds the secrets in one URI. */
final class Secrets {
    /*
     * The URI is parsed as in EndpointUri, but nothing is refused: a malformed URI may also contain secrets. If a bare
     * & or ? splits a password in two, both parts count as secret.
     */
    private static final String MASK = "xxxxxx";
    private static final int MAX_LENGTH = 16_384; // no endpoint has a longer one
    private static final int MAX_SEARCHED = 256;
    private static final int LONG_ENOUGH = 4;
    private static final String[] WORDS = {
        "password", "passwd", "passphrase", "pwd", "secret", "token", "credential", "authorization", "jaas"
    };
    private static final String[] ENDS = {"key", "keys", "pass"};

    private final String uri;
    private final StringBuilder masked = new StringBuilder();
    private final List<String> secrets = new ArrayList<>();

    Secrets(String uri) {
        this.uri = uri;
        int question = endOfPath();
        maskUserInfo(uri.substring(0, question));
        if (question < uri.length()) {
            masked.append('?');
            maskOptions(question + 1);
        }
    }

    static boolean isSecret(String optionName) {
        StringBuilder letters = new StringBuilder();
        String name = decoded(optionName);
        for (int i = 0; i < name.length(); i++) {
            char each = AsciiCase.fold(name.charAt(i));
            if (each >= 'a' && each <= 'z') {
                letters.append(each);
            }
        }
        String plain = letters.toString();
        for (String word : WORDS) {
            if (plain.contains(word)) {
                return true;
            }
        }
        for (String end : ENDS) {
            if (plain.endsWith(end)) {
                return true;
            }
        }
        return false;
    }

    String masked() {
        return masked.toString();
    }

    String maskedIn(String text) {
        String result = text;
        for (int i = 0; i < secrets.size() && i < MAX_SEARCHED; i++) {
            String secret = secrets.get(i);
            result = result.replace("'" + secret + "'", "'" + MASK + "'");
            if (secret.length() >= LONG_ENOUGH) { // a shorter one occurs in many words
                result = result.replace(secret, MASK);
            }
        }
        return result;
    }

    // ---- the path

    /** The index of the question mark, unless it is part of a password: //user:pass?word@host. */
    private int endOfPath() {
        int question = uri.indexOf('?');
        if (question < 0) {
            return uri.length();
        }
        int at = uri.indexOf('@', question);
        int equals = uri.indexOf('=', question);
        boolean inPassword = at >= 0 && (equals < 0 || at < equals) && uri.lastIndexOf('@', question) < 0;
        if (!inPassword) {
            return question;
        }
        int next = uri.indexOf('?', at);
        return next < 0 ? uri.length() : next;
    }

    private void maskUserInfo(String part) {
        int scheme = part.indexOf(':');
        int colon = scheme < 0 ? -1 : part.indexOf(':', scheme + 1);
        int at = part.lastIndexOf('@');
        if (colon < 0 || colon > at) {
            masked.append(part);
        } else {
            masked.append(part, 0, colon + 1);
            mask(part.substring(colon + 1, at));
            masked.append(part, at, part.length());
        }
    }

    // ---- the options

    private void maskOptions(int from) {
        boolean afterSecret = false;
        int equals = from - 1;
        for (int at = from; at < uri.length() && masked.length() < MAX_LENGTH; ) {
            int end = uri.indexOf('&', at);
            end = end < 0 ? uri.length() : end;
            if (equals < at) {
                equals = uri.indexOf('=', at);
                equals = equals < 0 ? uri.length() : equals; // searched once, not again for each option
            }
            if (equals < end) {
                end = endOfValue(equals + 1, end);
                afterSecret = maskOption(at, equals, end);
            } else if (afterSecret && end > at) {
                mask(uri.substring(at, end));
            } else {
                masked.append(uri, at, end);
            }
            if (end < uri.length()) {
                masked.append('&');
            }
            at = end + 1;
        }
    }

    private int endOfValue(int from, int end) {
        char last = endOfRaw(uri, from);
        if (last == 0) {
            return end;
        }
        int close = uri.indexOf(last, from);
        int ampersand = close < 0 ? -1 : uri.indexOf('&', close);
        return ampersand < 0 ? uri.length() : ampersand;
    }

    /** What ends a value that begins with RAW( or RAW{ there; 0 if none does. */
    private static char endOfRaw(String text, int at) {
        return text.startsWith("RAW(", at) ? ')' : text.startsWith("RAW{", at) ? '}' : 0;
    }

    private boolean maskOption(int from, int equals, int to) {
        masked.append(uri, from, equals + 1);
        String value = uri.substring(equals + 1, to);
        boolean secret = isSecret(uri.substring(from, equals));
        if (!secret && value.contains("://")) {
            maskUserInfo(value);
        } else if (secret || hidesUserInfo(value)) {
            mask(value);
        } else {
            masked.append(value);
        }
        return secret;
    }

    /** Whether the value is an encoded URI with a password. */
    private static boolean hidesUserInfo(String value) {
        String plain = decoded(value);
        int colon = plain.indexOf(':', plain.indexOf("://") + 1);
        return plain.contains("://") && colon >= 0 && colon < plain.lastIndexOf('@');
    }

    private void mask(String secret) {
        masked.append(MASK);
        if (secret.isEmpty() || secrets.size() >= MAX_SEARCHED) {
            return;
        }
        secrets.add(secret);
        char last = endOfRaw(secret, 0);
        if (last != 0 && secret.charAt(secret.length() - 1) == last) {
            secrets.add(secret.substring("RAW(".length(), secret.length() - 1));
        } else if (secret.indexOf('%') >= 0) {
            secrets.add(decoded(secret));
        }
    }

    private static String decoded(String text) {
        try {
            return text.indexOf('%') < 0 ? text : URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return text; // not encoded correctly: keep it as it is
        }
    }
}
