package io.mehari.builder;

import io.mehari.Predicate;
import io.mehari.Processor;
import io.mehari.builder.FailurePolicy.Original;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What to do about failures of some types. Of several the one with the type nearest to the failure or one of its causes is
 * taken; of two that are equally near the one of the route before the one of the builder, and the later one before the
 * earlier. Its steps run on the message that failed; {@code Exchange.EXCEPTION_CAUGHT} is the failure.
 */
public final class OnExceptionDefinition extends ProcessorDefinition<OnExceptionDefinition> {
    private final List<Class<? extends Throwable>> types;
    private final List<Node> steps = list();
    private final RedeliverySettings redelivery = new RedeliverySettings();
    private @Nullable Predicate onWhen;
    private @Nullable Predicate handled;
    private @Nullable Predicate continued;
    private Original original = Original.NOTHING;
    private @Nullable Processor onExceptionOccurred;
    private @Nullable Processor onRedelivery;

    OnExceptionDefinition(@Nullable RouteDefinition parent, List<Class<? extends Throwable>> types) {
        super(parent);
        this.types = List.copyOf(types);
        if (types.isEmpty()) {
            throw new IllegalArgumentException("onException() needs at least one type of exception");
        }
    }

    /** For those failures only for which this matches too. */
    public OnExceptionDefinition onWhen(Predicate predicate) {
        onWhen = predicate;
        return this;
    }

    /** The failure ends here: the caller gets the message as the steps below leave it. */
    public OnExceptionDefinition handled(boolean handled) {
        return handled(exchange -> handled);
    }

    public OnExceptionDefinition handled(Predicate handled) {
        exclusive(continued);
        this.handled = handled;
        return this;
    }

    /** The route goes on behind the step that failed. */
    public OnExceptionDefinition continued(boolean continued) {
        return continued(exchange -> continued);
    }

    public OnExceptionDefinition continued(Predicate continued) {
        exclusive(handled);
        this.continued = continued;
        return this;
    }

    private static void exclusive(@Nullable Predicate other) {
        if (other != null) {
            throw new IllegalArgumentException(
                    "handled ends the route and continued goes on with it: an onException can have one of them");
        }
    }

    /** The steps below get the message as it came into the route. */
    public OnExceptionDefinition useOriginalMessage() {
        original = Original.MESSAGE;
        return this;
    }

    /** The same for the body alone. */
    public OnExceptionDefinition useOriginalBody() {
        original = Original.BODY;
        return this;
    }

    /** Called at once whenever a step has failed so. */
    public OnExceptionDefinition onExceptionOccurred(Processor processor) {
        onExceptionOccurred = processor;
        return this;
    }

    /** Called before each further time a step is tried. */
    public OnExceptionDefinition onRedelivery(Processor processor) {
        onRedelivery = processor;
        return this;
    }

    // ---- redelivery: what is not said here comes from the error handler; but if nothing is said and there are steps,
    // they are all that happens

    public OnExceptionDefinition maximumRedeliveries(int maximum) {
        redelivery.maximum(maximum);
        return this;
    }

    public OnExceptionDefinition retryWhile(Predicate predicate) {
        redelivery.retryWhile(predicate);
        return this;
    }

    public OnExceptionDefinition redeliveryDelay(long millis) {
        redelivery.delay(millis);
        return this;
    }

    public OnExceptionDefinition maximumRedeliveryDelay(long millis) {
        redelivery.maximumDelay(millis);
        return this;
    }

    public OnExceptionDefinition backOffMultiplier(double multiplier) {
        redelivery.multiplier(multiplier);
        return this;
    }

    public OnExceptionDefinition useExponentialBackOff() {
        redelivery.exponential();
        return this;
    }

    public OnExceptionDefinition collisionAvoidanceFactor(double factor) {
        redelivery.jitter(factor);
        return this;
    }

    public OnExceptionDefinition useCollisionAvoidance() {
        redelivery.jitter();
        return this;
    }

    // ---- for the builder

    FailurePolicy.Clause build(Redelivery outer) {
        closeOpenBlock();
        return new FailurePolicy.Clause(
                types,
                onWhen,
                handled,
                continued,
                steps.isEmpty() || redelivery.isSaid() ? redelivery.over(outer) : Redelivery.NEVER,
                original,
                new FailurePolicy.Hooks(onExceptionOccurred, onRedelivery, null),
                List.copyOf(steps));
    }

    @Override
    OnExceptionDefinition self() {
        return this;
    }

    @Override
    List<Node> steps() {
        return steps;
    }

    @Override
    void closeInto(ProcessorDefinition<?> parent) {
        // the route knows it since it was opened
    }

    @Override
    Node toNode() {
        throw new IllegalStateException("onException is not a step");
    }
}
