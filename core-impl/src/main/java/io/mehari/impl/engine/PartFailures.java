package io.mehari.impl.engine;

import io.mehari.Exchange;
import io.mehari.SplitResult;
import io.mehari.builder.Node;
import io.mehari.impl.exchange.AbstractExchange;
import java.util.ArrayList;
import java.util.List;

/** Counts the failed parts of one split, and detects when there are too many. */
public final class PartFailures {
    private static final int KEPT = 1000;

    private final Node.Tolerance tolerance;
    private final List<SplitResult.Failure> kept = new ArrayList<>();
    private int done;
    private int failed;
    private boolean aborted;

    public PartFailures(Node.Tolerance tolerance) {
        this.tolerance = tolerance;
    }

    /** Counts a part that is done, and removes a tolerated failure from it. False if there are too many failures. */
    public boolean tolerates(AbstractExchange part, int index) {
        done++;
        Exception failure = part.getException();
        if (failure == null) {
            return true;
        }
        failed++;
        if (kept.size() < KEPT) {
            kept.add(new SplitResult.Failure(index, failure));
        }
        aborted = tolerance.isExceeded(failed, done);
        if (aborted) {
            return false;
        }
        part.goOnAfterFailure();
        part.setProperty(Exchange.EXCEPTION_CAUGHT, failure);
        return true;
    }

    /** Sets the property with the numbers of processed and failed parts. */
    public void report(AbstractExchange parent, int total) {
        parent.setProperty(Exchange.SPLIT_RESULT, new SplitResult(total, done, failed, kept, aborted));
    }
}
