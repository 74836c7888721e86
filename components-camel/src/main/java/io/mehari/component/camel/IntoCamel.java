package io.mehari.component.camel;

import io.mehari.AsyncCallback;
import io.mehari.Exchange;
import io.mehari.connector.EndsOnce;
import org.apache.camel.AsyncProcessor;
import org.apache.camel.StreamCache;
import org.apache.camel.support.UnitOfWorkHelper;
import org.jspecify.annotations.Nullable;

/** One message of Mehari in Camel: in a producer, or in a route of Camel that starts at {@code mehari:}. */
final class IntoCamel extends EndsOnce implements org.apache.camel.AsyncCallback {
    /*
     * Camel may call back within process() although that then returns false: it has run the route meanwhile, on this
     * thread. Then the message is done, and the sender is told so. `starter` tells that case from a call on another
     * thread, which reads the other thread or null. `endedWithin` is written and read by the starter alone.
     */
    private final Link link;
    private final Exchange exchange;
    private final org.apache.camel.Exchange camel;
    private final AsyncCallback callback;
    private final Runnable over;
    private @Nullable MehariCompletions lent;
    private volatile @Nullable Thread starter;
    private boolean endedWithin;
    private boolean hasCrossed;

    /** Creates it with what is called when the message is back. */
    IntoCamel(Link link, Exchange exchange, org.apache.camel.Exchange camel, AsyncCallback callback, Runnable over) {
        this.link = link;
        this.exchange = exchange;
        this.camel = camel;
        this.callback = callback;
        this.over = over;
    }

    /** Passes the message to Camel. Returns whether it is done; if not, the callback is called later. */
    @SuppressWarnings("CatchingUnchecked") // a component may throw anything
    boolean process(AsyncProcessor to) {
        starter = Thread.currentThread();
        link.crossed.incrementAndGet();
        try {
            Crossing.copy(exchange, camel);
            hasCrossed = true;
            camel.setProperty(Place.PROPERTY, exchange.getProperty(Place.PROPERTY));
            camel.getExchangeExtension().setUnitOfWork(link.unitsOfWork.createUnitOfWork(camel));
            lent = MehariCompletions.lend(exchange, camel);
            if (!to.process(camel, this)) {
                runWhatCamelHasQueued();
            }
        } catch (Throwable e) {
            end(e);
        }
        starter = null;
        if (endedWithin) {
            callback.done(true);
        }
        return endedWithin;
    }

    /**
     * If this thread runs a route of Camel, what it has just started waits until that route has unwound. But the caller
     * may be a thread of Mehari's user that waits for the outcome.
     */
    private void runWhatCamelHasQueued() {
        while (!isDone()
                && link.camel.getCamelContextExtension().getReactiveExecutor().executeFromQueue()) {
            // the next task
        }
    }

    @Override
    public void done(boolean doneSync) {
        end(null);
    }

    private void end(@Nullable Throwable thrown) {
        if (!end()) {
            return;
        }
        boolean within = starter == Thread.currentThread();
        finish(thrown);
        if (within) {
            endedWithin = true;
        } else {
            callback.done(false);
        }
    }

    @SuppressWarnings("CatchingUnchecked") // whatever fails here, the sender must continue (law S4)
    private void finish(@Nullable Throwable thrown) {
        link.crossed.decrementAndGet();
        try {
            if (thrown != null) {
                camel.setException(thrown);
            }
            if (hasCrossed) {
                Crossing.copyOutcome(camel, exchange);
            } else { // the message is still as it was
                exchange.setException(thrown);
            }
        } catch (Throwable e) {
            exchange.setException(e);
        }
        try {
            endUnitOfWork();
        } catch (Throwable e) {
            exchange.setException(e);
        }
        try {
            over.run();
        } catch (Throwable e) {
            exchange.setException(e);
        }
    }

    /** Completions of Camel run when Mehari is done with the message, too; a file that a stream spools to stays. */
    private void endUnitOfWork() {
        if (camel.isFailed() && lent != null) {
            lent.takeBack();
        }
        boolean isNeeded = camel.getMessage().getBody() instanceof StreamCache || CamelCompletions.hasAny(camel);
        if (isNeeded && !camel.isFailed()) {
            CamelCompletions.give(camel, exchange);
        } else {
            UnitOfWorkHelper.doneUow(camel.getUnitOfWork(), camel);
        }
    }
}
