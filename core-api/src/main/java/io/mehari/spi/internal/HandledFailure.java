package io.mehari.spi.internal;

import io.mehari.Exchange;
import io.mehari.Message;
import java.io.Reader;
import org.jspecify.annotations.Nullable;

/** What the handling of a failure leaves as the answer to a request (law K11). */
public final class HandledFailure {
    /** The property with the message before its failure was handled; if it is absent, nothing is an answer. */
    public static final String BEFORE = "MehariHandledMessage";

    private HandledFailure() {}

    /** The message as it is now: with this very body, and with headers that do not change any more. */
    public static Message keep(Exchange exchange) {
        Message kept = exchange.getContext().createExchange();
        kept.setBody(exchange.getBody());
        kept.setHeaders(exchange.getHeaders());
        return kept;
    }

    /** Whether a failure was handled, and this header, or for null the body, is the one from before. */
    public static boolean leaves(Exchange exchange, @Nullable String header) {
        return Boolean.TRUE.equals(exchange.getExchangeExtension().getErrorHandlerHandled())
                && (!(exchange.getProperty(BEFORE) instanceof Message before)
                        || (header == null
                                ? origin(before.getBody()) == origin(exchange.getBody())
                                : before.getHeader(header) == exchange.getHeader(header)));
    }

    /** A stream has other readers after a reply from a queue. Readers of text do not say of what they read. */
    private static @Nullable Object origin(@Nullable Object body) {
        return body instanceof RereadStream reread ? reread.source() : body instanceof Reader ? Reader.class : body;
    }
}
