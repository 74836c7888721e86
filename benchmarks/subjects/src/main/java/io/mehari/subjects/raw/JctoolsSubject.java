package io.mehari.subjects.raw;

import io.mehari.subjects.Scenario;
import java.lang.invoke.VarHandle;
import java.util.function.BooleanSupplier;
import org.jctools.queues.MessagePassingQueue;
import org.jctools.queues.varhandle.MpmcVarHandleArrayQueue;
import org.jctools.queues.varhandle.MpscVarHandleArrayQueue;
import org.jspecify.annotations.NullUnmarked;

/** The JCTools queues for one and for several consumers, with a doorbell at both ends. */
@NullUnmarked // fields are set when it is opened
public final class JctoolsSubject extends PolledSubject {
    private final Doorbell message = new Doorbell();
    private final Doorbell room = new Doorbell();
    private MessagePassingQueue<Envelope> queue;

    // created once, because each costs an object
    private BooleanSupplier isEmpty;
    private BooleanSupplier isFull;

    @Override
    void make(int senders, int consumers) {
        queue = consumers == 1
                ? new MpscVarHandleArrayQueue<>(Scenario.CAPACITY)
                : new MpmcVarHandleArrayQueue<>(Scenario.CAPACITY);
        isEmpty = queue::isEmpty;
        isFull = () -> queue.size() >= Scenario.CAPACITY;
    }

    @Override
    void put(Envelope envelope) throws InterruptedException {
        while (!queue.relaxedOffer(envelope)) {
            room.sleepWhile(isFull);
        }
        message.ring(); // the index was moved by compare-and-set
    }

    @Override
    Envelope take() throws InterruptedException {
        Envelope first = queue.relaxedPoll();
        while (first == null) {
            message.sleepWhile(isEmpty);
            first = queue.relaxedPoll();
        }
        VarHandle.fullFence();
        room.ring();
        return first;
    }
}
