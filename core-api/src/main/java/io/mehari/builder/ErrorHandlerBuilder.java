package io.mehari.builder;

import io.mehari.Processor;
import io.mehari.builder.model.FailurePolicy;
import io.mehari.builder.model.Redelivery;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The error handler of a route, for failures that no {@code doTry} catches. Made by {@link
 * RouteBuilder#defaultErrorHandler()}, {@link RouteBuilder#deadLetterChannel} or {@link RouteBuilder#noErrorHandler()}.
 * Set it with {@link RouteBuilder#errorHandler} for all routes of a builder, or with {@link
 * RouteDefinition#errorHandler} for one route.
 */
public final class ErrorHandlerBuilder implements RedeliverySettings<ErrorHandlerBuilder> {
    private final boolean handles;
    private final @Nullable String deadLetterUri;
    private final RedeliveryValues redelivery = new RedeliveryValues();
    private boolean handlesNewFailure = true;
    private boolean original;
    private @Nullable Processor onPrepareFailure;

    ErrorHandlerBuilder(boolean handles, @Nullable String deadLetterUri) {
        this.handles = handles;
        this.deadLetterUri = deadLetterUri;
    }

    /**
     * Sends the original message to the dead letter endpoint, as it was when it entered the route, instead of the
     * message at the failed step. If another route called this one, it is the message that entered the first of these
     * routes. In a split, it is the part.
     */
    public ErrorHandlerBuilder useOriginalMessage() {
        mustHandle("useOriginalMessage");
        original = true;
        return this;
    }

    /**
     * Calls this processor before a message is sent to the dead letter endpoint. With the default error handler, calls
     * it before the caller gets the failure, unless an {@code onException} handles it.
     */
    public ErrorHandlerBuilder onPrepareFailure(Processor processor) {
        Arguments.check(processor, "onPrepareFailure", "processor", Arguments.PROCESSOR);
        mustHandle("onPrepareFailure");
        onPrepareFailure = processor;
        return this;
    }

    /**
     * What happens if sending to the dead letter endpoint fails: true, the default, logs the failure; false passes it
     * to the caller.
     */
    public ErrorHandlerBuilder deadLetterHandleNewException(boolean handle) {
        Arguments.require(deadLetterUri != null, "deadLetterHandleNewException needs deadLetterChannel(uri)");
        handlesNewFailure = handle;
        return this;
    }

    RedeliveryValues mustHandle(String what) {
        if (!handles) {
            throw new IllegalArgumentException(
                    what + " has no effect with noErrorHandler(): use defaultErrorHandler() or deadLetterChannel(uri)");
        }
        return redelivery;
    }

    FailurePolicy build(List<OnExceptionDefinition> clauses, Services services) {
        Redelivery own = redelivery.over(Redelivery.NEVER);
        redelivery.addTo(services);
        services.add(onPrepareFailure);
        FailurePolicy.Hooks hooks = redelivery.over(new FailurePolicy.Hooks(null, null, onPrepareFailure));
        List<FailurePolicy.Clause> built = new ArrayList<>();
        for (OnExceptionDefinition each : clauses) {
            built.add(each.build(own, hooks));
            services.addAll(each.services);
        }
        return new FailurePolicy(handles, deadLetterUri, handlesNewFailure, own, original, hooks, built);
    }
}
