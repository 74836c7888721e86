package io.mehari.subjects.camel;

import org.apache.camel.Exchange;
import org.apache.camel.ExtendedCamelContext;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.impl.engine.PooledExchangeFactory;
import org.apache.camel.impl.engine.PooledProcessorExchangeFactory;
import org.apache.camel.spi.Synchronization;
import org.apache.camel.spi.UnitOfWork;
import org.apache.camel.spi.UnitOfWorkFactory;
import org.apache.camel.support.DefaultExchange;
import org.apache.camel.support.PluginHelper;

/** What differs between Camel and Mehari by more than names. */
final class Library {
    private Library() {}

    /** A context whose pools have that number of exchanges, as {@code camel.main.exchangeFactory = pooled} makes it. */
    static DefaultCamelContext context(int pool) {
        DefaultCamelContext context = new DefaultCamelContext();
        if (pool > 0) {
            ExtendedCamelContext extension = context.getCamelContextExtension();
            extension.setExchangeFactory(new PooledExchangeFactory());
            extension.getExchangeFactory().setCapacity(pool);
            extension.setProcessorExchangeFactory(new PooledProcessorExchangeFactory());
            extension.getProcessorExchangeFactory().setCapacity(pool);
        }
        return context;
    }

    static void prepare(DefaultCamelContext context) {
        context.start();
        unitsOfWork(context).afterPropertiesConfigured(context); // as adding a route does
    }

    private static UnitOfWorkFactory unitsOfWork(DefaultCamelContext context) {
        return PluginHelper.getUnitOfWorkFactory(context);
    }

    static Exchange exchange(DefaultCamelContext context) {
        return new DefaultExchange(context);
    }

    /** Registers the completion, and ends the unit of work, which runs it. */
    static void complete(DefaultCamelContext context, Exchange exchange, Synchronization completion) {
        UnitOfWork work = unitsOfWork(context).createUnitOfWork(exchange);
        exchange.getExchangeExtension().setUnitOfWork(work);
        work.addSynchronization(completion);
        work.done(exchange);
    }
}
