package io.mehari.differential.camel;

import io.mehari.differential.Journal;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.camel.Exchange;
import org.jspecify.annotations.Nullable;

/** Converts everything that is compared to texts that are the same for Camel and Mehari. */
final class Texts {
    private static final List<String> PROPERTIES =
            List.of("SplitIndex SplitSize SplitComplete LoopIndex MulticastIndex MulticastComplete AggregatedSize"
                    .concat(" AggregatedCompletedBy DuplicateMessage ExceptionCaught")
                    .split(" ", -1));

    private Texts() {}

    static String arrival(Exchange exchange, String name) {
        return message(exchange, name) + " " + properties(exchange, name) + failed(exchange, name);
    }

    static String result(Exchange exchange, String name) {
        return message(exchange, name) + failed(exchange, name) + (exchange.isRollbackOnly() ? " rollback" : "");
    }

    private static String message(Exchange exchange, String name) {
        return body(exchange.getMessage().getBody(), name) + " "
                + own(exchange.getMessage().getHeaders(), List.of(), name);
    }

    /** A stream is read, from the beginning if it can begin again. */
    private static String body(@Nullable Object body, String name) {
        if (!(body instanceof InputStream stream)) {
            return value(body, name);
        }
        try {
            if (stream.markSupported()) {
                stream.reset();
            }
            return "stream:" + new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            return "stream that cannot be read";
        }
    }

    private static String properties(Exchange exchange, String name) {
        return own(exchange.getAllProperties(), PROPERTIES, name).toString();
    }

    private static String failed(Exchange exchange, String name) {
        return exchange.getException() == null ? "" : " failed " + failure(exchange.getException(), name);
    }

    /** The properties of the case, and those of the other properties that are compared. */
    private static Map<String, String> own(Map<String, Object> all, List<String> compared, String name) {
        Map<String, String> own = new TreeMap<>();
        all.forEach((key, value) -> {
            String plain = key.replaceAll("^(Camel|Mehari)", "");
            if (plain.matches("[hq]\\d") || compared.contains(plain)) {
                own.put(plain, value(value, name));
            }
        });
        return own;
    }

    static String value(@Nullable Object value, String name) {
        if (value instanceof Exchange exchange) {
            return "exchange:" + value(exchange.getMessage().getBody(), name);
        }
        if (value instanceof List<?> list) {
            return list.stream().map(each -> value(each, name)).collect(Collectors.joining(", ", "[", "]"));
        }
        if (value instanceof Throwable failure) {
            return failure(failure, name);
        }
        if (value instanceof byte[] bytes) {
            return "bytes:" + new String(bytes, StandardCharsets.UTF_8);
        }
        if (value instanceof InputStream) {
            return "stream";
        }
        String type =
                value == null || value instanceof String ? "" : value.getClass().getSimpleName() + ":";
        return type
                + String.valueOf(value)
                        .replace(name, "")
                        .replaceAll("\\[B@[0-9a-f]+", "[B@")
                        .replace("\n", "\\n")
                        .replace("\t", "\\t");
    }

    /**
     * The type of an exception, its text if the case created it, and its causes. A type that Camel does not have counts
     * as its superclass, which clauses for Camel name.
     */
    static String failure(Throwable failure, String name) {
        String type = failure.getClass()
                .getSimpleName()
                .replace("Camel", "")
                .replace("Routing", "")
                .replace("Mehari", "")
                .replaceFirst("InvalidCorrelationKey|AggregationFailed", "Exchange");
        if (type.matches("InvalidPayloadException|.*TypeConversion\\w*|RuntimeBeanExpressionException")) {
            return type.startsWith("Runtime") ? "RuntimeException" : "TypeConversion"; // the causes have other types
        }
        String text = failure.getMessage() != null && failure.getMessage().startsWith(Journal.TEXT)
                ? "(" + failure.getMessage().substring(Journal.TEXT.length() + 2) + ")"
                : "";
        Throwable cause = failure.getCause();
        return type + text + (cause == null || cause == failure ? "" : " < " + failure(cause, name));
    }

    static String rootOf(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null && root.getCause() != root) {
            root = root.getCause();
        }
        return root.getClass().getSimpleName() + ": " + root.getMessage();
    }
}
