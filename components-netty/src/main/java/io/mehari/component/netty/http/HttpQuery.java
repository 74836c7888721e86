package io.mehari.component.netty.http;

import io.mehari.connector.HeaderFilter;
import io.mehari.spi.internal.AsciiCase;
import io.netty.handler.codec.http.HttpHeaders;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The parameters of a query. */
final class HttpQuery {
    private HttpQuery() {}

    /**
     * The values of a query that become headers: those that the request does not have as headers. Several values of one
     * name are a list. A value that is not encoded correctly is left out: the route can read it from the header with
     * the whole query.
     */
    static Map<String, Object> values(String query, HttpHeaders headers) {
        Map<String, Object> values = new LinkedHashMap<>();
        Map<String, String> names = new HashMap<>();
        for (String each : query.split("&", -1)) {
            int equals = each.indexOf('=');
            String name = decoded(equals < 0 ? each : each.substring(0, equals));
            String value = decoded(equals < 0 ? "" : each.substring(equals + 1));
            if (name == null
                    || value == null
                    || name.isEmpty()
                    || !HeaderFilter.passes(name)
                    || headers.contains(name)) {
                continue;
            }
            String first = names.computeIfAbsent(AsciiCase.fold(name), folded -> name); // names have one case
            values.merge(first, value, HttpQuery::several);
        }
        return values;
    }

    @SuppressWarnings("unchecked")
    private static Object several(Object before, Object next) {
        List<Object> all = before instanceof List<?> ? (List<Object>) before : new ArrayList<>(List.of(before));
        all.add(next);
        return all;
    }

    private static @Nullable String decoded(String text) {
        try {
            return text.indexOf('%') < 0 && text.indexOf('+') < 0
                    ? text
                    : URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }
}
