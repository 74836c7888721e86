package io.mehari.impl.endpoint;

import io.mehari.InvalidOptionException;
import io.mehari.NoSuchEndpointException;
import io.mehari.ResolveEndpointFailedException;
import io.mehari.spi.internal.SafeText;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A parsed URI: {@code scheme:path?name=value&name=value}.
 *
 * @param uri the URI as it was given
 * @param normalized the normalized URI, which identifies the endpoint: without slashes before the path, options sorted
 *     by name, no question mark without options
 */
record EndpointUri(String uri, String normalized, String scheme, String path, Map<String, String> parameters) {

    /*
     * A URI may come from a message, so it is parsed in one pass, and its size is limited: see check().
     */
    private static final int RAW = "RAW(".length();
    static final int MAX_LENGTH = 8192;
    static final int MAX_OPTIONS = 256;

    /** Rejects an invalid URI before anything else is done with it. */
    static void check(String uri) {
        if (uri.length() > MAX_LENGTH) {
            throw new ResolveEndpointFailedException(
                    uri,
                    "it is longer than " + MAX_LENGTH + " characters; put long values into the registry and"
                            + " refer to them as in option=#name",
                    null);
        }
        if (uri.isBlank()) {
            throw new NoSuchEndpointException(uri, "it is empty; write scheme:path, as in direct:orders");
        }
        for (int i = 0; i < uri.length(); i++) {
            if (Character.isISOControl(uri.charAt(i))) {
                throw new ResolveEndpointFailedException(
                        uri,
                        "it contains a control character at index " + i + "; in the value of an option encode it,"
                                + " as in %0A",
                        null);
            }
        }
    }

    static EndpointUri parse(String uri) {
        check(uri);
        int colon = uri.indexOf(':');
        if (colon < 1) {
            throw new NoSuchEndpointException(
                    uri,
                    "it has no scheme; write scheme:path, as in direct:orders"
                            + (uri.indexOf('{') < 0
                                    ? ""
                                    : ". A property is written {{name}}; values of the message are put in by toD"));
        }
        int question = uri.indexOf('?');
        int pathEnd = question < 0 ? uri.length() : question;
        if (pathEnd < colon) {
            throw new NoSuchEndpointException(uri, "there is no scheme before the question mark");
        }
        int pathStart = uri.startsWith("//", colon + 1) ? colon + 3 : colon + 1;
        String scheme = uri.substring(0, colon);
        String path = uri.substring(Math.min(pathStart, pathEnd), pathEnd);
        List<String> written = new ArrayList<>();
        Map<String, String> parameters = question < 0 ? Map.of() : parameters(uri, question + 1, written);
        return new EndpointUri(uri, normalized(scheme, path, written), scheme, path, parameters);
    }

    private static String normalized(String scheme, String path, List<String> parameters) {
        if (parameters.isEmpty()) {
            return scheme + ":" + path;
        }
        Collections.sort(parameters);
        return scheme + ":" + path + "?" + String.join("&", parameters);
    }

    private static Map<String, String> parameters(String uri, int from, List<String> written) {
        Map<String, String> parameters = new LinkedHashMap<>();
        int at = from;
        while (at < uri.length()) {
            int end = endOfParameter(uri, at);
            if (end > at) {
                String parameter = uri.substring(at, end);
                addParameter(uri, parameter, parameters);
                written.add(parameter);
            }
            at = end + 1;
        }
        return parameters;
    }

    /** What ends a value that begins with RAW( or RAW{ there; 0 if none does. */
    private static char endOfRaw(String text, int at) {
        return text.startsWith("RAW(", at) ? ')' : text.startsWith("RAW{", at) ? '}' : 0;
    }

    /** An ampersand ends a parameter, except within RAW(...) and RAW{...}. */
    private static int endOfParameter(String uri, int from) {
        int at = from;
        while (at < uri.length() && uri.charAt(at) != '&' && uri.charAt(at) != '=') {
            at++;
        }
        char close = endOfRaw(uri, at + 1);
        if (close != 0 && uri.charAt(at) == '=') {
            at = Math.max(at, uri.indexOf(close, at)); // value() rejects an unclosed one
        }
        int end = uri.indexOf('&', at);
        return end < 0 ? uri.length() : end;
    }

    private static void addParameter(String uri, String parameter, Map<String, String> parameters) {
        int equals = parameter.indexOf('=');
        if (equals < 1) {
            throw new InvalidOptionException(
                    uri, "'" + SafeText.of(parameter) + "' is not of the form name=value", null);
        }
        String name = decode(uri, parameter.substring(0, equals));
        if (parameters.put(name, value(uri, parameter.substring(equals + 1))) != null) {
            throw new InvalidOptionException(uri, "option " + SafeText.of(name) + " is given twice", null);
        }
        if (parameters.size() > MAX_OPTIONS) {
            throw new InvalidOptionException(uri, "it has more than " + MAX_OPTIONS + " options", null);
        }
    }

    private static String value(String uri, String text) {
        char close = endOfRaw(text, 0);
        if (close == 0) {
            return decode(uri, text);
        }
        if (text.charAt(text.length() - 1) != close) {
            throw new InvalidOptionException(
                    uri,
                    "'" + SafeText.of(text) + "' begins with " + text.substring(0, RAW) + " but does not end with "
                            + close,
                    null);
        }
        return text.substring(RAW, text.length() - 1);
    }

    private static String decode(String uri, String text) {
        if (text.indexOf('%') < 0) {
            return text;
        }
        try {
            return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw new InvalidOptionException(
                    uri,
                    "'" + SafeText.of(text)
                            + "' is not encoded correctly: % must be followed by two hexadecimal digits,"
                            + " and % itself is written %25",
                    null);
        }
    }
}
