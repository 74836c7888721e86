package io.mehari.component.camel;

import io.mehari.AsyncCallback;
import io.mehari.AsyncProducer;
import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.spi.ShutdownAware;
import org.apache.camel.ExchangePattern;
import org.apache.camel.spi.ProducerCache;
import org.apache.camel.support.EndpointHelper;
import org.apache.camel.support.cache.DefaultProducerCache;
import org.apache.camel.support.service.ServiceHelper;
import org.jspecify.annotations.Nullable;

/** Sends to an endpoint of Camel. */
final class CamelProducer implements AsyncProducer, ShutdownAware {
    private final CamelEndpoint endpoint;
    private final Link link;
    private final org.apache.camel.Endpoint to;
    private final @Nullable ExchangePattern pattern;
    private volatile @Nullable ProducerCache producers;

    CamelProducer(CamelEndpoint endpoint) {
        this.endpoint = endpoint;
        this.link = endpoint.link;
        this.to = endpoint.resolve();
        this.pattern = EndpointHelper.resolveExchangePatternFromUrl(to.getEndpointUri());
    }

    @Override
    public Endpoint getEndpoint() {
        return endpoint;
    }

    @Override
    public void start() {
        DefaultProducerCache made = new DefaultProducerCache(this, link.camel, 0);
        made.start();
        if (link.camel.isStarted()) {
            made.releaseProducer(to, made.acquireProducer(to)); // what cannot be reached is told at the start
        }
        producers = made;
    }

    @Override
    public void stop() {
        ServiceHelper.stopService(producers);
        producers = null;
    }

    @Override
    public int getPendingExchangesSize() {
        return 0;
    }

    @Override
    public boolean isBusy() {
        return link.isBusy();
    }

    @Override
    @SuppressWarnings("CatchingUnchecked") // a component may throw anything
    public boolean process(Exchange exchange, AsyncCallback callback) {
        try {
            ProducerCache open = producers;
            if (open == null || !link.camel.isRunAllowed()) {
                throw new IllegalStateException(endpoint + " is not started, or has stopped: start the context of "
                        + (open == null ? "Mehari" : "Camel"));
            }
            org.apache.camel.AsyncProducer producer = open.acquireProducer(to);
            org.apache.camel.Exchange camel = to.createExchange(pattern != null ? pattern : Crossing.pattern(exchange));
            return new IntoCamel(link, exchange, camel, callback, () -> open.releaseProducer(to, producer))
                    .process(producer);
        } catch (Throwable e) {
            exchange.setException(e);
            callback.done(true);
            return true;
        }
    }
}
