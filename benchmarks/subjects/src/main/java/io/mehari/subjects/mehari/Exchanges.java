package io.mehari.subjects.mehari;

import io.mehari.Exchange;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.spi.Synchronization;
import io.mehari.subjects.ExchangeSubject;
import org.jspecify.annotations.Nullable;

/** The operations on an exchange. The build makes the class for Camel from this text, by changing names. */
public final class Exchanges implements ExchangeSubject {
    private final DefaultRoutingContext context = Library.context(0);

    private final Synchronization nothing = new Synchronization() {
        @Override
        public void onComplete(Exchange exchange) {}

        @Override
        public void onFailure(Exchange exchange) {}
    };

    /** Starts a context. */
    public Exchanges() {
        Library.prepare(context);
    }

    @Override
    public Object create(Object body) {
        Exchange exchange = Library.exchange(context);
        exchange.getMessage().setBody(body);
        return exchange;
    }

    @Override
    public void setHeader(Object exchange, String name, Object value) {
        ((Exchange) exchange).getMessage().setHeader(name, value);
    }

    @Override
    public @Nullable Object getHeader(Object exchange, String name) {
        return ((Exchange) exchange).getMessage().getHeader(name);
    }

    @Override
    public void setProperty(Object exchange, String name, Object value) {
        ((Exchange) exchange).setProperty(name, value);
    }

    @Override
    public @Nullable Object getProperty(Object exchange, String name) {
        return ((Exchange) exchange).getProperty(name);
    }

    @Override
    public Object copy(Object exchange) {
        return ((Exchange) exchange).copy();
    }

    @Override
    public void completeOnce(Object exchange) {
        Library.complete(context, (Exchange) exchange, nothing);
    }

    @Override
    public void close() {
        context.stop();
    }
}
