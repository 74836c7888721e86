package io.mehari.impl;

import io.mehari.InvalidOptionException;
import io.mehari.NoSuchComponentException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** A URI taken apart: {@code scheme:path?name=value&name=value}. */
record EndpointUri(String uri, String scheme, String path, Map<String, String> parameters) {

    private static final String RAW = "RAW(";

    static EndpointUri parse(String uri) {
        int colon = uri.indexOf(':');
        if (colon < 1) {
            throw new NoSuchComponentException(uri, "it names no scheme; write scheme:path, as in direct:orders");
        }
        int question = uri.indexOf('?');
        int pathEnd = question < 0 ? uri.length() : question;
        if (pathEnd < colon) {
            throw new NoSuchComponentException(uri, "there is no scheme before the question mark");
        }
        int pathStart = uri.startsWith("//", colon + 1) ? colon + 3 : colon + 1;
        return new EndpointUri(
                uri,
                uri.substring(0, colon),
                uri.substring(Math.min(pathStart, pathEnd), pathEnd),
                question < 0 ? Map.of() : parameters(uri, uri.substring(question + 1)));
    }

    private static Map<String, String> parameters(String uri, String query) {
        Map<String, String> parameters = new LinkedHashMap<>();
        int at = 0;
        while (at < query.length()) {
            int end = endOfParameter(query, at);
            if (end > at) {
                addParameter(uri, query.substring(at, end), parameters);
            }
            at = end + 1;
        }
        return parameters;
    }

    /** An ampersand ends a parameter, except within RAW(...). */
    private static int endOfParameter(String query, int from) {
        int raw = query.indexOf("=" + RAW, from);
        int end = query.indexOf('&', from);
        if (raw >= 0 && (end < 0 || raw < end)) {
            int close = query.indexOf(")", raw);
            end = close < 0 ? -1 : query.indexOf('&', close);
        }
        return end < 0 ? query.length() : end;
    }

    private static void addParameter(String uri, String parameter, Map<String, String> parameters) {
        int equals = parameter.indexOf('=');
        if (equals < 1) {
            throw new InvalidOptionException(uri, "'" + parameter + "' is not of the form name=value", null);
        }
        String name = decode(uri, parameter.substring(0, equals));
        if (parameters.put(name, value(uri, parameter.substring(equals + 1))) != null) {
            throw new InvalidOptionException(uri, "option " + name + " is given twice", null);
        }
    }

    private static String value(String uri, String text) {
        return text.startsWith(RAW) && text.endsWith(")")
                ? text.substring(RAW.length(), text.length() - 1)
                : decode(uri, text);
    }

    private static String decode(String uri, String text) {
        try {
            return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw new InvalidOptionException(uri, "'" + text + "' is not encoded correctly", e);
        }
    }
}
