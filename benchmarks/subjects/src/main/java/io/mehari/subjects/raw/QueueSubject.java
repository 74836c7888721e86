package io.mehari.subjects.raw;

import io.mehari.subjects.Scenario;
import io.mehari.subjects.Sink;
import io.mehari.subjects.Subject;
import io.mehari.subjects.Task;
import org.jspecify.annotations.NullUnmarked;

/** A bare queue that transports an {@link Envelope}. It has no route that could be stopped. */
@NullUnmarked // fields are set by start
public abstract class QueueSubject implements Subject {
    private Sink sink;
    private boolean requests;

    @Override
    public final void start(Scenario scenario, Sink end) {
        sink = end;
        requests = scenario.task() == Task.REQUEST;
        open(scenario.senders(), scenario.consumers());
    }

    /** Makes the queue, and starts the threads that take from it. */
    abstract void open(int senders, int consumers);

    /** Adds an envelope at the end, and waits until there is room. */
    abstract void put(Envelope envelope) throws InterruptedException;

    final void deliver(Envelope envelope) {
        sink.deliver(envelope, envelope.body);
        envelope.done();
    }

    @Override
    public final void send(Object body) throws InterruptedException {
        if (requests) {
            Envelope.Request request = new Envelope.Request(body, null);
            put(request);
            request.await();
        } else {
            put(new Envelope(body));
        }
    }

    @Override
    public final void request(Object body, Runnable then) throws InterruptedException {
        put(new Envelope.Request(body, then));
    }
}
