package io.mehari.component.camel;

import io.mehari.AsyncCallback;
import io.mehari.Exchange;
import io.mehari.connector.EndsOnce;
import io.mehari.spi.internal.RouteThreads;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import org.apache.camel.support.AsyncProcessorSupport;
import org.jspecify.annotations.Nullable;

/** One message of Camel in Mehari: in a route that starts at {@code camel:}, or in a producer. */
final class IntoMehari extends EndsOnce implements AsyncCallback {
    /*
     * At the limit the thread that brings a message waits: most consumers of Camel do not heed the callback, and would
     * bring the next one. But a thread that several routes of Mehari share does not wait (law S2), since those that are
     * in may need it to get out. What such a thread brings has been in Mehari before, and was limited there.
     */
    private final Entry entry;
    private final boolean hasPlace;
    private final org.apache.camel.Exchange camel;
    private final org.apache.camel.AsyncCallback callback;
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
            boolean hasPlace = places.tryAcquire();
            try {
                if (!hasPlace
                        && !RouteThreads.isSharedThread(
                                link.mehari.getRoutingContextExtension().getThreadPools())) {
                    places.acquire();
                    hasPlace = true;
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                camel.setException(new RejectedExecutionException("Interrupted while " + limit + " messages were in "
                        + owner + ", which is its limit; mehari.maxInFlight changes it"));
                callback.done(true);
                return true;
            }
            return new IntoMehari(this, hasPlace, camel, callback).pass();
        }
    }

    private IntoMehari(
            Entry entry, boolean hasPlace, org.apache.camel.Exchange camel, org.apache.camel.AsyncCallback callback) {
        this.entry = entry;
        this.hasPlace = hasPlace;
        this.camel = camel;
        this.callback = callback;
    }

    @SuppressWarnings("CatchingUnchecked") // somebody else's code
    private boolean pass() {
        entry.link.crossed.incrementAndGet();
        try {
            Exchange made = entry.create(camel);
            exchange = made;
            Crossing.copy(camel, made);
            hasCrossed = true;
            made.setException(camel.getException()); // of a consumer that bridges its failures to the route
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
            entry.link.crossed.decrementAndGet();
            if (hasPlace) {
                entry.places.release();
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
