package io.mehari.component.queue;

import io.mehari.Exchange;
import io.mehari.spi.Synchronization;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Runs completions of a message of which each consumer gets a copy, when the last of the copies is done (law U3). */
final class Legs implements Synchronization {
    private static final System.Logger LOG = System.getLogger(Legs.class.getName());

    private final List<Synchronization> completions;
    private final AtomicInteger underWay;
    private final AtomicReference<@Nullable Exception> failure = new AtomicReference<>();

    /** Completions in the order of adding, for that many copies. */
    Legs(List<Synchronization> completions, int copies) {
        this.completions = new ArrayList<>(completions);
        Collections.reverse(this.completions);
        this.completions.sort(Comparator.comparingInt(Synchronization::getOrder));
        this.underWay = new AtomicInteger(copies);
    }

    @Override
    public void onComplete(Exchange copy) {
        end(copy);
    }

    @Override
    public void onFailure(Exchange copy) {
        failure.compareAndSet(null, copy.getException());
        end(copy);
    }

    private void end(Exchange copy) {
        if (underWay.decrementAndGet() == 0) {
            Exception failed = failure.get();
            if (failed != null && !copy.isFailed()) {
                copy.setException(failed); // one leg failed, so the whole did
            }
            completions.forEach(each -> run(each, copy));
        }
    }

    @SuppressWarnings("CatchingUnchecked") // an Error of one completion must not keep the others from running
    private static void run(Synchronization completion, Exchange last) {
        try {
            if (last.isFailed()) {
                completion.onFailure(last);
            } else {
                completion.onComplete(last);
            }
        } catch (Throwable e) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "Completion " + completion.getClass().getName() + " failed",
                    e);
        }
    }
}
