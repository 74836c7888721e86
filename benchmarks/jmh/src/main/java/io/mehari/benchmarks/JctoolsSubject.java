package io.mehari.benchmarks;

import java.lang.invoke.VarHandle;
import java.util.function.BooleanSupplier;
import org.jctools.queues.MessagePassingQueue;
import org.jctools.queues.varhandle.MpmcVarHandleArrayQueue;
import org.jctools.queues.varhandle.MpscVarHandleArrayQueue;
import org.jspecify.annotations.NullUnmarked;

/** The JCTools queues that a seda endpoint uses, with a doorbell at both ends. */
@NullUnmarked // fields are set when it is opened
final class JctoolsSubject extends PolledSubject {
    private final Doorbell message = new Doorbell();
    private final Doorbell room = new Doorbell();
    private MessagePassingQueue<Parcel> queue;

    // created once, because each costs an object
    private BooleanSupplier isEmpty;
    private BooleanSupplier isFull;

    @Override
    void make(int consumers) {
        queue = consumers == 1 ? new MpscVarHandleArrayQueue<>(CAPACITY) : new MpmcVarHandleArrayQueue<>(CAPACITY);
        isEmpty = queue::isEmpty;
        isFull = () -> queue.size() >= CAPACITY;
    }

    @Override
    void put(Parcel parcel) throws InterruptedException {
        while (!queue.relaxedOffer(parcel)) {
            room.sleepWhile(isFull);
        }
        message.ring(); // the index was moved by compare-and-set
    }

    @Override
    Parcel take() throws InterruptedException {
        Parcel first = queue.relaxedPoll();
        while (first == null) {
            message.sleepWhile(isEmpty);
            first = queue.relaxedPoll();
        }
        VarHandle.fullFence();
        room.ring();
        return first;
    }
}
