package io.mehari.component.camel;

import io.mehari.AsyncCallback;
import io.mehari.Exchange;
import io.mehari.connector.EndsOnce;
import io.mehari.spi.internal.RouteThreads;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.apache.camel.support.AsyncProcessorSupport;
import org.jspecify.annotations.Nullable;

/** One message of Camel in Mehari: in a route that starts at {@code camel:}, or in a producer. */
final class IntoMehari extends EndsOnce implements AsyncCallback {
    /*
     * At the limit the thread that brings a message waits: most consumers of Camel do not heed the callback, and would
     * bring the next one. But a thread that several routes of Mehari share does not wait (law S2), since those that are
     * in may need it to get out. What such a thread brings has been in Mehari before, and was limited there.
     */
    private static final long LOOK_AGAIN_MILLIS = 50;

    private final Entry entry;
    private final org.apache.camel.Exchange camel;
    private final org.apache.camel.AsyncCallback callback;
    private @Nullable Place place;
    private @Nullable Exchange exchange;
    private boolean hasCrossed;

    /** Where messages of Camel enter Mehari. */
    abstract static class Entry extends AsyncProcessorSupport {
        final Link link;
        private final Object owner;
        private final int limit;
        private final Semaphore places;

        Entry(Link link, Object owner, int limit) {
            this.link = link;
            this.owner = owner;
            this.limit = limit;
            this.places = new Semaphore(limit, true);
        }

        /** Creates the exchange for a message. */
        abstract Exchange create(org.apache.camel.Exchange camel);

        /** Passes a message on. Returns whether it is done; the callback is called once. */
        abstract boolean pass(Exchange exchange, AsyncCallback done) throws Exception;

        /** After the message is back. */
        void over(Exchange exchange, org.apache.camel.Exchange camel) {}

        @Override
        public final boolean process(org.apache.camel.Exchange camel, org.apache.camel.AsyncCallback callback) {
            return new IntoMehari(this, camel, callback).pass();
        }

        /** A place, maybe within that of the message which this one belongs to; null on a thread that must not wait. */
        private @Nullable Place take(org.apache.camel.Exchange camel) {
            Place held = camel.getProperty(Place.PROPERTY, Place.class);
            long running = System.nanoTime();
            try {
                for (long wait = 0; ; wait = LOOK_AGAIN_MILLIS) {
                    Place lent = held == null ? null : held.lend();
                    if (lent != null) {
                        return lent;
                    } else if (wait == 0 ? places.tryAcquire() : places.tryAcquire(wait, TimeUnit.MILLISECONDS)) {
                        return new Place(places, null);
                    } else if (wait == 0
                            && RouteThreads.isSharedThread(
                                    link.mehari.getRoutingContextExtension().getThreadPools())) {
                        return null;
                    } else if (link.mehari.isStarted() || link.mehari.isSuspended()) {
                        running = System.nanoTime();
                    } else if (System.nanoTime() - running > link.limitNanos()) {
                        throw full("Context " + link.mehari.getName() + " stopped");
                    }
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw full("Interrupted");
            }
        }

        private RejectedExecutionException full(String what) {
            return new RejectedExecutionException(what + " while " + limit + " messages were in " + owner
                    + ", which is its limit; mehari.maxInFlight changes it");
        }
    }

    private IntoMehari(Entry entry, org.apache.camel.Exchange camel, org.apache.camel.AsyncCallback callback) {
        this.entry = entry;
        this.camel = camel;
        this.callback = callback;
    }

    @SuppressWarnings("CatchingUnchecked") // somebody else's code
    private boolean pass() {
        try {
            place = entry.take(camel);
            Exchange made = entry.create(camel);
            exchange = made;
            entry.link.crossed.incrementAndGet();
            Crossing.copy(camel, made);
            hasCrossed = true;
            made.setException(camel.getException()); // of a consumer that bridges its failures to the route
            made.setProperty(Place.PROPERTY, place != null ? place : camel.getProperty(Place.PROPERTY));
            CamelCompletions.lend(camel, made);
            return entry.pass(made, this);
        } catch (Throwable e) {
            end(e, true);
            return true;
        }
    }

    @Override
    public void done(boolean doneSync) {
        end(null, doneSync);
    }

    private void end(@Nullable Throwable thrown, boolean doneSync) {
        if (end()) {
            finish(thrown, doneSync);
            if (exchange != null) {
                entry.link.crossed.decrementAndGet();
            }
            if (place != null) {
                place.leave();
            }
            callback.done(doneSync);
        }
    }

    @SuppressWarnings("CatchingUnchecked") // whatever fails here, Camel must continue (law S4)
    private void finish(@Nullable Throwable thrown, boolean doneSync) {
        Exchange made = exchange;
        try {
            if (made != null && hasCrossed) { // else this would clear Camel's message
                Crossing.copyOutcome(made, camel);
            }
            if (thrown != null) {
                camel.setException(thrown);
            } else if (!doneSync && camel.isTransacted() && !camel.isFailed()) {
                camel.setException(new IllegalStateException("A transaction of Camel belongs to one thread, but "
                        + entry.owner
                        + " went on on another one, so the transaction is rolled back. Leave out what waits"
                        + " there (delay, threads, a queue with InOut), or begin the transaction after it"));
            }
        } catch (Throwable e) {
            camel.setException(e);
        }
        try {
            if (made != null) {
                entry.over(made, camel);
            }
        } catch (Throwable e) {
            camel.setException(e);
        }
    }
}
