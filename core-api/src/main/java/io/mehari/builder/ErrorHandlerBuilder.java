package io.mehari.builder;

import io.mehari.Predicate;
import io.mehari.Processor;
import io.mehari.RoutingContext;
import io.mehari.builder.FailurePolicy.Original;
import io.mehari.spi.SafeText;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The error handler of a route, for failures that no {@code doTry} catches. Made by {@link
 * RouteBuilder#defaultErrorHandler()}, {@link RouteBuilder#deadLetterChannel} or {@link RouteBuilder#noErrorHandler()}.
 * Set it with {@link RouteBuilder#errorHandler} for all routes of a builder, or with {@link
 * RouteDefinition#errorHandler} for one route.
 */
public final class ErrorHandlerBuilder {
    private final boolean handles;
    private final @Nullable String deadLetterUri;
    private final RedeliverySettings redelivery = new RedeliverySettings();
    private boolean handlesNewFailure = true;
    private Original original = Original.NOTHING;
    private @Nullable Processor onExceptionOccurred;
    private @Nullable Processor onRedelivery;
    private @Nullable String onRedeliveryRef;
    private @Nullable Processor onPrepareFailure;

    ErrorHandlerBuilder(boolean handles, @Nullable String deadLetterUri) {
        this.handles = handles;
        this.deadLetterUri = deadLetterUri;
    }

    /** The maximum number of redeliveries (retries) of a failed step. 0 by default; -1 means no limit. */
    public ErrorHandlerBuilder maximumRedeliveries(int maximum) {
        mustHandle("maximumRedeliveries").maximum(maximum);
        return this;
    }

    /** Same as {@code maximumRedeliveries(0)}. */
    public ErrorHandlerBuilder disableRedelivery() {
        return maximumRedeliveries(0);
    }

    /** Retries as long as this predicate matches, instead of counting. */
    public ErrorHandlerBuilder retryWhile(Predicate predicate) {
        Given.check(predicate, "retryWhile", "predicate", Given.PREDICATE);
        mustHandle("retryWhile").retryWhile(predicate);
        return this;
    }

    /** The delay before the first redelivery, 1000 ms by default. It blocks no thread. */
    public ErrorHandlerBuilder redeliveryDelay(long millis) {
        mustHandle("redeliveryDelay").delay(millis);
        return this;
    }

    /** The maximum delay that a multiplier can lead to, 60 s by default. */
    public ErrorHandlerBuilder maximumRedeliveryDelay(long millis) {
        mustHandle("maximumRedeliveryDelay").maximumDelay(millis);
        return this;
    }

    /** Multiplies each further delay by this number. */
    public ErrorHandlerBuilder backOffMultiplier(double multiplier) {
        mustHandle("backOffMultiplier").multiplier(multiplier);
        return this;
    }

    /** Doubles each further delay, unless {@link #backOffMultiplier} sets another factor. */
    public ErrorHandlerBuilder useExponentialBackOff() {
        mustHandle("useExponentialBackOff").exponential();
        return this;
    }

    /** Varies each delay at random by up to this fraction of it, from 0 to 1. */
    public ErrorHandlerBuilder collisionAvoidanceFactor(double factor) {
        mustHandle("collisionAvoidanceFactor").jitter(factor);
        return this;
    }

    /**
     * Varies each delay at random by up to 15 percent, unless {@link #collisionAvoidanceFactor} sets another fraction.
     */
    public ErrorHandlerBuilder useCollisionAvoidance() {
        mustHandle("useCollisionAvoidance").jitter();
        return this;
    }

    /**
     * Delays by the number of the redelivery, instead of the other settings of delays. {@code "3:1000;5:5000"} means:
     * none before the first two redeliveries, 1000 ms before the third and fourth, and 5000 ms from the fifth on.
     */
    public ErrorHandlerBuilder delayPattern(String pattern) {
        Given.check(pattern, "delayPattern", "pattern", "groups, such as \"3:1000;5:5000\"");
        mustHandle("delayPattern").pattern(pattern);
        return this;
    }

    /**
     * Whether steps are redelivered while their route stops; true by default. With false, a message that waits for a
     * redelivery fails for good when the stop begins, so that the stop does not wait for it.
     */
    public ErrorHandlerBuilder allowRedeliveryWhileStopping(boolean allow) {
        mustHandle("allowRedeliveryWhileStopping").whileStopping(allow);
        return this;
    }

    /** Has no effect, because a redelivery delay never blocks a thread. */
    public ErrorHandlerBuilder asyncDelayedRedelivery() {
        return this;
    }

    /**
     * Sends the original message to the dead letter endpoint, as it was when it entered the route, instead of the
     * message at the failed step. If another route called this one, it is the message that entered the first of these
     * routes. In a split, it is the part.
     */
    public ErrorHandlerBuilder useOriginalMessage() {
        mustHandle("useOriginalMessage");
        original = Original.MESSAGE;
        return this;
    }

    /**
     * Like {@link #useOriginalMessage()}, but only for the body. The headers are those of the message at the failed
     * step.
     */
    public ErrorHandlerBuilder useOriginalBody() {
        mustHandle("useOriginalBody");
        original = Original.BODY;
        return this;
    }

    /** Calls this processor immediately after a step has failed. */
    public ErrorHandlerBuilder onExceptionOccurred(Processor processor) {
        Given.check(processor, "onExceptionOccurred", "processor", Given.PROCESSOR);
        mustHandle("onExceptionOccurred");
        onExceptionOccurred = processor;
        return this;
    }

    /** Calls this processor before each redelivery. */
    public ErrorHandlerBuilder onRedelivery(Processor processor) {
        Given.check(processor, "onRedelivery", "processor", Given.PROCESSOR);
        mustHandle("onRedelivery");
        onRedelivery = processor;
        return this;
    }

    /**
     * Like {@link #onRedelivery}, with a processor of the registry. Bind it before the routes are added; otherwise
     * {@code addRoutes} fails.
     */
    public ErrorHandlerBuilder onRedeliveryRef(String name) {
        Given.check(name, "onRedeliveryRef", "name", "the name of a Processor in the registry");
        mustHandle("onRedeliveryRef");
        onRedeliveryRef = name;
        return this;
    }

    /**
     * Calls this processor before a message is sent to the dead letter endpoint. With the default error handler, calls
     * it before the caller gets the failure, unless an {@code onException} handles it.
     */
    public ErrorHandlerBuilder onPrepareFailure(Processor processor) {
        Given.check(processor, "onPrepareFailure", "processor", Given.PROCESSOR);
        mustHandle("onPrepareFailure");
        onPrepareFailure = processor;
        return this;
    }

    /**
     * What happens if sending to the dead letter endpoint fails: true, the default, logs the failure; false passes it
     * to the caller.
     */
    public ErrorHandlerBuilder deadLetterHandleNewException(boolean handle) {
        if (deadLetterUri == null) {
            throw new IllegalArgumentException("deadLetterHandleNewException needs deadLetterChannel(uri)");
        }
        handlesNewFailure = handle;
        return this;
    }

    private RedeliverySettings mustHandle(String what) {
        if (!handles) {
            throw new IllegalArgumentException(
                    what + " has no effect with noErrorHandler(): use defaultErrorHandler() or deadLetterChannel(uri)");
        }
        return redelivery;
    }

    /** Looks up what is given by its name. */
    void findNamed(RoutingContext context) {
        String name = onRedeliveryRef;
        if (name != null) {
            Processor found = context.getRegistry().lookupByNameAndType(name, Processor.class);
            if (found == null) {
                throw new IllegalArgumentException(
                        "onRedeliveryRef(\"" + SafeText.of(name) + "\"): the registry has no object"
                                + " of that name; bind a Processor before the routes are added");
            }
            onRedelivery = found;
        }
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
