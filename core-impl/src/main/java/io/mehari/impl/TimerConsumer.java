package io.mehari.impl;

import io.mehari.AsyncProcessor;
import io.mehari.Consumer;
import io.mehari.Endpoint;
import io.mehari.Processor;
import org.jspecify.annotations.Nullable;

/** Feeds a route with the messages of a timer: from each start to the next stop runs one {@link Ticks}. */
final class TimerConsumer implements Consumer {

    private final TimerEndpoint endpoint;
    private final Processor processor;
    private final AsyncProcessor route;
    private @Nullable Ticks ticks;

    TimerConsumer(TimerEndpoint endpoint, Processor processor) {
        this.endpoint = endpoint;
        this.processor = processor;
        this.route = AsRoute.of(processor, endpoint.getExchangeFactory());
    }

    @Override
    public Endpoint getEndpoint() {
        return endpoint;
    }

    @Override
    public Processor getProcessor() {
        return processor;
    }

    @Override
    public synchronized void start() {
        if (ticks == null) {
            ticks = new Ticks(endpoint, route);
            ticks.begin();
        } else {
            ticks.resume();
        }
    }

    /** No message begins after this has returned; one that is under way is not waited for. */
    @Override
    public synchronized void stop() {
        if (ticks != null) {
            ticks.end();
            ticks = null;
        }
    }

    /** Of the messages that would come while suspended, one comes afterwards. */
    @Override
    public synchronized void suspend() {
        if (ticks != null) {
            ticks.pause();
        }
    }

    @Override
    public synchronized void resume() {
        if (ticks != null) {
            ticks.resume();
        }
    }
}
