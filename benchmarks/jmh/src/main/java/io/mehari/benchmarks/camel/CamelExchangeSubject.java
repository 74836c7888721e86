package io.mehari.benchmarks.camel;

import io.mehari.benchmarks.ExchangeSubject;
import org.apache.camel.Exchange;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.spi.Synchronization;
import org.apache.camel.spi.UnitOfWork;
import org.apache.camel.spi.UnitOfWorkFactory;
import org.apache.camel.support.DefaultExchange;
import org.apache.camel.support.PluginHelper;
import org.jspecify.annotations.Nullable;

/** Apache Camel, in the release with which this class was loaded. */
public final class CamelExchangeSubject extends ExchangeSubject {

    private final DefaultCamelContext context = new DefaultCamelContext();
    private final UnitOfWorkFactory unitsOfWork;

    public CamelExchangeSubject() {
        context.start();
        unitsOfWork = PluginHelper.getUnitOfWorkFactory(context);
        unitsOfWork.afterPropertiesConfigured(context); // as adding a route does
    }

    @Override
    public Object create(Object body) {
        Exchange exchange = new DefaultExchange(context);
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
        UnitOfWork work = unitsOfWork.createUnitOfWork(typed);
        typed.getExchangeExtension().setUnitOfWork(work);
        work.addSynchronization((Synchronization) completion);
        work.done(typed);
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
