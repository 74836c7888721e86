package io.mehari.builder;

import io.mehari.Predicate;
import io.mehari.Processor;
import io.mehari.builder.FailurePolicy.Original;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What routes do about failures that no {@code doTry} catches. Made by {@link RouteBuilder#defaultErrorHandler()},
 * {@link RouteBuilder#deadLetterChannel} or {@link RouteBuilder#noErrorHandler()}, and given to
 * {@link RouteBuilder#errorHandler} for all routes of a builder, or to {@link RouteDefinition#errorHandler} for one.
 */
public final class ErrorHandlerBuilder {
    private final boolean handles;
    private final @Nullable String deadLetterUri;
    private final RedeliverySettings redelivery = new RedeliverySettings();
    private boolean handlesNewFailure = true;
    private Original original = Original.NOTHING;
    private @Nullable Processor onExceptionOccurred;
    private @Nullable Processor onRedelivery;
    private @Nullable Processor onPrepareFailure;

    ErrorHandlerBuilder(boolean handles, @Nullable String deadLetterUri) {
        this.handles = handles;
        this.deadLetterUri = deadLetterUri;
    }

    /** How often a failed step is tried again; 0 unless said otherwise, -1 for without end. */
    public ErrorHandlerBuilder maximumRedeliveries(int maximum) {
        mustHandle("maximumRedeliveries").maximum(maximum);
        return this;
    }

    /** Tries again as long as this matches, instead of counting. */
    public ErrorHandlerBuilder retryWhile(Predicate predicate) {
        mustHandle("retryWhile").retryWhile(predicate);
        return this;
    }

    /** How long to wait before the first further time: 1000 ms unless said otherwise. No thread waits. */
    public ErrorHandlerBuilder redeliveryDelay(long millis) {
        mustHandle("redeliveryDelay").delay(millis);
        return this;
    }

    /** The longest delay that a multiplier leads to: 60 s unless said otherwise. */
    public ErrorHandlerBuilder maximumRedeliveryDelay(long millis) {
        mustHandle("maximumRedeliveryDelay").maximumDelay(millis);
        return this;
    }

    /** Makes each delay that many times as long as the one before. */
    public ErrorHandlerBuilder backOffMultiplier(double multiplier) {
        mustHandle("backOffMultiplier").multiplier(multiplier);
        return this;
    }

    /** Doubles each delay, unless {@link #backOffMultiplier} says otherwise. */
    public ErrorHandlerBuilder useExponentialBackOff() {
        mustHandle("useExponentialBackOff").exponential();
        return this;
    }

    /** Varies delays by up to that part of themselves, from 0 to 1. */
    public ErrorHandlerBuilder collisionAvoidanceFactor(double factor) {
        mustHandle("collisionAvoidanceFactor").jitter(factor);
        return this;
    }

    /** Varies delays by up to 15 percent, unless {@link #collisionAvoidanceFactor} says otherwise. */
    public ErrorHandlerBuilder useCollisionAvoidance() {
        mustHandle("useCollisionAvoidance").jitter();
        return this;
    }

    /** Accepted, and always so: a delay never holds a thread. */
    public ErrorHandlerBuilder asyncDelayedRedelivery() {
        return this;
    }

    /** Dead letters carry the message as it came into the route, not as it was when the step failed. */
    public ErrorHandlerBuilder useOriginalMessage() {
        mustHandle("useOriginalMessage");
        original = Original.MESSAGE;
        return this;
    }

    /** The same for the body alone: the headers stay as they were when the step failed. */
    public ErrorHandlerBuilder useOriginalBody() {
        mustHandle("useOriginalBody");
        original = Original.BODY;
        return this;
    }

    /** Called at once whenever a step has failed. */
    public ErrorHandlerBuilder onExceptionOccurred(Processor processor) {
        mustHandle("onExceptionOccurred");
        onExceptionOccurred = processor;
        return this;
    }

    /** Called before each further time a step is tried. */
    public ErrorHandlerBuilder onRedelivery(Processor processor) {
        mustHandle("onRedelivery");
        onRedelivery = processor;
        return this;
    }

    /** Called before a message goes to the dead letters. */
    public ErrorHandlerBuilder onPrepareFailure(Processor processor) {
        mustHandle("onPrepareFailure");
        onPrepareFailure = processor;
        return this;
    }

    /** Whether a failure to send to the dead letters is logged (true, the default) or the caller's. */
    public ErrorHandlerBuilder deadLetterHandleNewException(boolean handle) {
        if (deadLetterUri == null) {
            throw new IllegalArgumentException("deadLetterHandleNewException belongs to deadLetterChannel(uri)");
        }
        handlesNewFailure = handle;
        return this;
    }

    private RedeliverySettings mustHandle(String what) {
        if (!handles) {
            throw new IllegalArgumentException(
                    what + " has no meaning for noErrorHandler(): use defaultErrorHandler() or deadLetterChannel(uri)");
        }
        return redelivery;
    }

    FailurePolicy build(List<OnExceptionDefinition> clauses) {
        Redelivery own = redelivery.over(Redelivery.NEVER);
        List<FailurePolicy.Clause> built = new ArrayList<>();
        for (OnExceptionDefinition each : clauses) {
            built.add(each.build(own));
        }
        return new FailurePolicy(
                handles,
                deadLetterUri,
                handlesNewFailure,
                own,
                original,
                new FailurePolicy.Hooks(onExceptionOccurred, onRedelivery, onPrepareFailure),
                built);
    }
}
