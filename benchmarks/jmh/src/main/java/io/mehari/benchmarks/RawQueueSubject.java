package io.mehari.benchmarks;

import java.util.function.Consumer;

/** A bare queue that transports a {@link Parcel}. It has no route that could be stopped. */
abstract class RawQueueSubject extends QueueSubject {

    /** Adds a parcel at the end, and waits until there is room. */
    abstract void put(Parcel parcel) throws InterruptedException;

    static void deliver(Parcel parcel, Consumer<Object> sink) {
        sink.accept(parcel.body);
        parcel.taken();
    }

    private void post(Parcel parcel) {
        try {
            put(parcel);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void send(Object body) {
        post(new Parcel(body));
    }

    @Override
    public void request(Object body) {
        Parcel.Request request = new Parcel.Request(body);
        post(request);
        request.awaitAnswer();
    }

    @Override
    public void requestAsync(Object body, Runnable then) {
        post(new Parcel.Call(body, then));
    }

    @Override
    public void startTaking() {
        throw new UnsupportedOperationException("A bare queue has no route");
    }

    @Override
    public void stopTaking() {
        throw new UnsupportedOperationException("A bare queue has no route");
    }
}
