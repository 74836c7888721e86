package io.mehari.benchmarks;

import io.mehari.Exchange;
import io.mehari.ExchangePattern;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.spi.ExchangeFactory;
import io.mehari.spi.Synchronization;
import org.jspecify.annotations.Nullable;

/** Mehari, as components use it: exchanges are created by the factory of the context. */
final class MehariExchangeSubject extends ExchangeSubject {

    private final DefaultRoutingContext context = new DefaultRoutingContext();
    private final ExchangeFactory exchanges =
            context.getRoutingContextExtension().getExchangeFactory();

    @Override
    public Object create(Object body) {
        Exchange exchange = exchanges.create(ExchangePattern.InOnly);
        exchange.getMessage().setBody(body);
        return exchange;
    }

    @Override
    public void setHeader(Object exchange, String name, @Nullable Object value) {
        ((Exchange) exchange).getMessage().setHeader(name, value);
    }

    @Override
    public @Nullable Object getHeader(Object exchange, String name) {
        return ((Exchange) exchange).getMessage().getHeader(name);
    }

    @Override
    public void setProperty(Object exchange, String name, @Nullable Object value) {
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
    public void completeOnce(Object exchange, Object completion) {
        Exchange typed = (Exchange) exchange;
        typed.getUnitOfWork().addSynchronization((Synchronization) completion);
        typed.getUnitOfWork().done();
    }

    @Override
    public Object newCompletion() {
        return new Synchronization() {
            @Override
            public void onComplete(Exchange exchange) {}

            @Override
            public void onFailure(Exchange exchange) {}
        };
    }

    @Override
    public void close() {
        context.stop();
    }
}
