package io.mehari.component.camel;

import io.mehari.Exchange;
import io.mehari.ExchangePattern;
import io.mehari.connector.HeaderFilter;
import io.mehari.spi.internal.AsciiCase;
import io.mehari.spi.internal.HandledFailure;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import org.apache.camel.ExchangePropertyKey;
import org.apache.camel.Message;
import org.apache.camel.StreamCache;
import org.jspecify.annotations.Nullable;

/** Copies messages and their outcome between exchanges of Mehari and of Camel. */
final class Crossing {
    private Crossing() {}

    static org.apache.camel.ExchangePattern pattern(Exchange exchange) {
        return exchange.getPattern() == ExchangePattern.InOut
                ? org.apache.camel.ExchangePattern.InOut
                : org.apache.camel.ExchangePattern.InOnly;
    }

    static ExchangePattern pattern(org.apache.camel.Exchange exchange) {
        return exchange.getPattern().isOutCapable() ? ExchangePattern.InOut : ExchangePattern.InOnly;
    }

    /** The message, as it goes to Camel. */
    static void copy(Exchange from, org.apache.camel.Exchange to) {
        Message message = to.getMessage();
        Object body = rewound(from.getBody());
        message.setBody(body == null ? null : from.getExchangeExtension().reread(body));
        if (message.hasHeaders()) {
            message.removeHeaders("*");
        }
        if (from.hasHeaders()) {
            copy(from.getHeaders(), Crossing::crosses, message::setHeader);
        }
        if (from.hasProperties()) {
            copy(from.getProperties(), HeaderFilter::passes, to::setProperty);
            charset(from, to);
        }
    }

    /** The message, as it goes to Mehari. */
    static void copy(org.apache.camel.Exchange from, Exchange to) {
        Message message = from.getMessage();
        to.setBody(rewound(message.getBody()));
        if (to.hasHeaders()) {
            to.removeHeaders("*", "Mehari*");
        }
        if (message.hasHeaders()) {
            copy(message.getHeaders(), Crossing::crosses, to::setHeader);
        }
        if (from.hasProperties()) {
            copy(from.getProperties(), HeaderFilter::passes, to::setProperty);
        }
        Object charset = from.getProperty(ExchangePropertyKey.CHARSET_NAME);
        if (charset != null) {
            to.setProperty(Exchange.CHARSET_NAME, charset);
        }
    }

    /**
     * Headers that begin with Mehari stay in Mehari (law K4). They are instructions to its components, and those of
     * Camel let them in from the network and out to it.
     */
    private static boolean crosses(String header) {
        return !AsciiCase.startsWith(header, "Mehari");
    }

    private static void copy(Map<String, ?> from, Predicate<String> those, BiConsumer<String, @Nullable Object> to) {
        for (Map.Entry<String, ?> each : from.entrySet()) {
            if (those.test(each.getKey())) {
                to.accept(each.getKey(), each.getValue());
            }
        }
    }

    static void charset(Exchange from, org.apache.camel.Exchange to) {
        Object charset = from.getProperty(Exchange.CHARSET_NAME);
        if (charset != null) {
            to.setProperty(ExchangePropertyKey.CHARSET_NAME, charset);
        }
    }

    /** The message after the work, and how the work ended. */
    static void copyOutcome(Exchange from, org.apache.camel.Exchange to) {
        copy(from, to);
        to.setException(from.getException());
        to.setRouteStop(to.isRouteStop() || from.isRouteStop());
        to.setRollbackOnly(to.isRollbackOnly() || from.isRollbackOnly());
        if (Boolean.TRUE.equals(from.getExchangeExtension().getErrorHandlerHandled())) {
            to.getExchangeExtension().setErrorHandlerHandled(true); // as after direct: the calling routes end, too
        }
    }

    static void copyOutcome(org.apache.camel.Exchange from, Exchange to) {
        if (from.getExchangeExtension().isErrorHandlerHandledSet()
                && from.getExchangeExtension().isErrorHandlerHandled()) {
            to.getExchangeExtension().setErrorHandlerHandled(true);
            to.setProperty(HandledFailure.BEFORE, HandledFailure.keep(to)); // Camel does not tell what was there then
            to.setProperty(Exchange.EXCEPTION_CAUGHT, from.getProperty(ExchangePropertyKey.EXCEPTION_CAUGHT));
        }
        copy(from, to);
        to.setException(from.getException());
        to.setRouteStop(to.isRouteStop() || from.isRouteStop());
        to.setRollbackOnly(to.isRollbackOnly() || from.isRollbackOnly() || from.isRollbackOnlyLast());
    }

    /** Who reads the stream next reads it from its beginning. */
    static @Nullable Object rewound(@Nullable Object body) {
        if (body instanceof StreamCache cache) {
            cache.reset();
        }
        return body;
    }
}
