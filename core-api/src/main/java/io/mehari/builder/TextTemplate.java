package io.mehari.builder;

import io.mehari.Exchange;
import io.mehari.Expression;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A text with placeholders: {@code ${body}}, {@code ${header.name}}, {@code ${exchangeProperty.name}} and a few more. */
final class TextTemplate implements Expression {
    private final String source;
    private final List<Expression> parts = new ArrayList<>();

    private TextTemplate(String source) {
        this.source = source;
    }

    /**
     * Reads a text.
     *
     * @throws IllegalArgumentException when a placeholder is not closed or not known
     */
    static TextTemplate parse(String text) {
        TextTemplate template = new TextTemplate(text);
        int at = 0;
        for (int open = text.indexOf("${"); open >= 0; open = text.indexOf("${", at)) {
            int close = text.indexOf('}', open);
            if (close < 0) {
                throw new IllegalArgumentException("A placeholder is not closed with '}': " + text.substring(open));
            }
            template.addText(text.substring(at, open));
            template.parts.add(placeholder(text.substring(open + 2, close)));
            at = close + 1;
        }
        template.addText(text.substring(at));
        return template;
    }

    private void addText(String text) {
        if (!text.isEmpty()) {
            parts.add(exchange -> text);
        }
    }

    private static Expression placeholder(String name) {
        int dot = name.indexOf('.');
        String argument = dot < 0 ? "" : name.substring(dot + 1);
        return switch (dot < 0 ? name : name.substring(0, dot)) {
            case "body" -> Exchange::getBody;
            case "header" -> exchange -> exchange.getHeader(argument);
            case "headers" -> Exchange::getHeaders;
            case "exchangeProperty" -> exchange -> exchange.getProperty(argument);
            case "exchangeId" -> Exchange::getExchangeId;
            case "routeId", "fromRouteId" -> Exchange::getFromRouteId;
            case "exception" ->
                exchange -> {
                    Object caught = exchange.getProperty(Exchange.EXCEPTION_CAUGHT);
                    return argument.equals("message") && caught instanceof Throwable failure
                            ? failure.getMessage()
                            : caught;
                };
            default ->
                throw new IllegalArgumentException("${" + name + "} is not known. Known: ${body}, "
                        + "${header.name}, ${headers}, ${exchangeProperty.name}, ${exchangeId}, ${routeId}, "
                        + "${exception}, ${exception.message}");
        };
    }

    @Override
    public @Nullable Object evaluate(Exchange exchange) {
        if (parts.size() == 1 && parts.get(0).evaluate(exchange) == null) {
            return null; // a value alone, and there is none
        }
        StringBuilder text = new StringBuilder();
        for (Expression part : parts) {
            Object value = part.evaluate(exchange);
            if (value != null) {
                text.append(exchange.getContext().getTypeConverter().tryConvertTo(String.class, exchange, value));
            }
        }
        return text.toString();
    }

    @Override
    public String toString() {
        return source;
    }
}
