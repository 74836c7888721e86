package io.mehari.impl.component;

import io.mehari.Consumer;
import io.mehari.Endpoint;
import io.mehari.Processor;
import org.jspecify.annotations.Nullable;

/** Feeds a route with the messages of a timer; makes one {@link TimerRun} at each start. */
final class TimerConsumer implements Consumer {

    private final TimerEndpoint endpoint;
    private final Processor processor;
    private @Nullable TimerRun run;

    TimerConsumer(TimerEndpoint endpoint, Processor processor) {
        this.endpoint = endpoint;
        this.processor = processor;
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
        if (run == null) {
            run = new TimerRun(endpoint, processor);
            run.begin();
        } else {
            run.resume();
        }
    }

    /** No message starts after this has returned. It does not wait for a message in flight. */
    @Override
    public synchronized void stop() {
        if (run != null) {
            run.end();
            run = null;
        }
    }

    /** If messages are due while suspended, one of them comes after the resume. */
    @Override
    public synchronized void suspend() {
        if (run != null) {
            run.pause();
        }
    }

    @Override
    public synchronized void resume() {
        if (run != null) {
            run.resume();
        }
    }
}
