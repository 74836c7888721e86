package io.mehari.scenarios.raw;

import io.mehari.scenarios.Sink;
import io.mehari.scenarios.Subject;
import io.mehari.scenarios.Variation;
import org.jctools.queues.MessagePassingQueue;
import org.jctools.queues.varhandle.MpmcVarHandleArrayQueue;
import org.jctools.queues.varhandle.MpscVarHandleArrayQueue;
import org.jctools.queues.varhandle.SpmcVarHandleArrayQueue;
import org.jctools.queues.varhandle.SpscVarHandleArrayQueue;
import org.jspecify.annotations.NullUnmarked;

/** The JCTools queue for this number of senders and consumers. */
@NullUnmarked // fields are set by start
public final class JctoolsSubject implements Subject {
    private final Takers takers = new Takers();
    private final Backoff backoff = new Backoff();
    private MessagePassingQueue<Envelope> queue;

    /** Creates a subject that is not started. */
    public JctoolsSubject() {}

    @Override
    public void start(Variation variation, Sink sink) {
        queue = queue(variation.senders() == 1, variation.consumers() == 1);
        MessagePassingQueue.Consumer<Envelope> end = envelope -> sink.deliver(envelope, envelope.body);
        takers.start(variation.consumers(), () -> queue.drain(end, backoff, () -> !takers.areOver()));
    }

    private static MessagePassingQueue<Envelope> queue(boolean oneSends, boolean oneTakes) {
        if (oneSends) {
            return oneTakes
                    ? new SpscVarHandleArrayQueue<>(Variation.CAPACITY)
                    : new SpmcVarHandleArrayQueue<>(Variation.CAPACITY);
        }
        return oneTakes
                ? new MpscVarHandleArrayQueue<>(Variation.CAPACITY)
                : new MpmcVarHandleArrayQueue<>(Variation.CAPACITY);
    }

    @Override
    public void send(Object body) {
        Envelope envelope = new Envelope(body);
        int turn = 0;
        while (!queue.offer(envelope)) {
            turn = backoff.idle(turn);
        }
    }

    @Override
    public void close() {
        takers.end();
    }
}
