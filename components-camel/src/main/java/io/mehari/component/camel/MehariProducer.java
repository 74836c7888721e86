package io.mehari.component.camel;

import io.mehari.AsyncProducer;
import io.mehari.Producer;
import java.util.Objects;
import org.apache.camel.AsyncCallback;
import org.apache.camel.Exchange;
import org.apache.camel.support.DefaultAsyncProducer;
import org.jspecify.annotations.Nullable;

/** Sends to an endpoint of Mehari. */
final class MehariProducer extends DefaultAsyncProducer implements WhenStarted {
    /*
     * Camel starts the producers of one route before it makes the consumer of the next. If this made Mehari's endpoint
     * at once, from("mehari:seda:a?size=10") in a later route would find a queue with another size. So it is made when
     * all routes of Camel are there, or with the first message.
     */
    private final MehariEndpoint endpoint;
    private final IntoMehari.Entry entry;
    private volatile @Nullable Producer producer;

    MehariProducer(MehariEndpoint endpoint) {
        super(endpoint);
        this.endpoint = endpoint;
        this.entry = new IntoMehari.Entry(endpoint.link, endpoint, endpoint.maxInFlight) {
            @Override
            io.mehari.Exchange create(Exchange camel) {
                return link.mehari.createExchange(Crossing.pattern(camel));
            }

            @Override
            boolean pass(io.mehari.Exchange exchange, io.mehari.AsyncCallback done) throws Exception {
                if (producer == null) {
                    onStarted();
                }
                Producer open = Objects.requireNonNull(producer, "it has stopped");
                if (open instanceof AsyncProducer async) {
                    return async.process(exchange, done);
                }
                open.process(exchange);
                done.done(true);
                return true;
            }

            @Override
            void over(io.mehari.Exchange exchange, Exchange camel) {
                MehariCompletions.give(exchange, camel);
                link.mehari.getRoutingContextExtension().getExchangeFactory().release(exchange);
            }
        };
    }

    @Override
    public boolean process(Exchange exchange, AsyncCallback callback) {
        return entry.process(exchange, callback);
    }

    @Override
    public synchronized void onStarted() throws Exception {
        if (producer == null) {
            Producer made = endpoint.link.mehari.getEndpoint(endpoint.target).createProducer();
            made.start();
            producer = made;
        }
    }

    @Override
    protected void doStart() throws Exception {
        super.doStart();
        getEndpoint().getCamelContext().addStartupListener(this); // calls back at once if all routes have started
    }

    @Override
    protected synchronized void doStop() throws Exception {
        Producer open = producer;
        if (open != null) {
            producer = null;
            open.stop();
            endpoint.link.mehari.removeEndpoint(open.getEndpoint());
        }
        super.doStop();
    }
}
