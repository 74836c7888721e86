package io.mehari.impl.context;

import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** Matches URIs of endpoints against a pattern. */
final class EndpointPattern {
    private EndpointPattern() {}

    static boolean matches(String uri, String pattern) {
        if (uri.equals(pattern) || pattern.equals("*")) {
            return true;
        }
        if (pattern.endsWith("*") && uri.startsWith(pattern.substring(0, pattern.length() - 1))) {
            return true;
        }
        try {
            return Pattern.matches(pattern, uri);
        } catch (PatternSyntaxException e) {
            return false; // not a regular expression, probably a URI
        }
    }
}
