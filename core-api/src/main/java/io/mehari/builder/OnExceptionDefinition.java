package io.mehari.builder;

import io.mehari.Predicate;
import io.mehari.Processor;
import io.mehari.builder.FailurePolicy.Original;
import java.util.Collections;
import java.util.List;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * How to handle failures of some exception types. If several clauses match, the clause whose type is nearest to the
 * failure or one of its causes is used. Among equally near clauses, those of the route come before those of the
 * builder, and the first one whose {@link #onWhen} matches is used. If two clauses for the same type have no {@code
 * onWhen}, the later one replaces the earlier one. The steps run on the message that failed; {@code
 * Exchange.EXCEPTION_CAUGHT} is the failure.
 */
public final class OnExceptionDefinition extends ProcessorDefinition<OnExceptionDefinition> {
    private static final Predicate NO = exchange -> false;

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

    /** Restricts the clause to failures for which this predicate matches. */
    public OnExceptionDefinition onWhen(Predicate predicate) {
        Given.check(predicate, "onWhen", "predicate", Given.PREDICATE);
        onWhen = predicate;
        return this;
    }

    /**
     * Handles the failure: the route ends, and the caller gets the result of the following steps, without a failure.
     */
    public OnExceptionDefinition handled(boolean handled) {
        return handled(handled ? exchange -> true : NO);
    }

    public OnExceptionDefinition handled(Predicate handled) {
        Given.check(handled, "handled", "handled", Given.PREDICATE);
        this.handled = handled;
        return this;
    }

    /** Continues the route after the step that failed. */
    public OnExceptionDefinition continued(boolean continued) {
        return continued(continued ? exchange -> true : NO);
    }

    public OnExceptionDefinition continued(Predicate continued) {
        Given.check(continued, "continued", "continued", Given.PREDICATE);
        this.continued = continued;
        return this;
    }

    /**
     * Gives the following steps the original message, as it was when it entered the route. If another route called this
     * one, it is the message that entered the first of these routes. In a split, it is the part.
     */
    public OnExceptionDefinition useOriginalMessage() {
        original = Original.MESSAGE;
        return this;
    }

    /** Like {@link #useOriginalMessage()}, but only for the body. */
    public OnExceptionDefinition useOriginalBody() {
        original = Original.BODY;
        return this;
    }

    /** Calls this processor immediately after a step has failed with one of the types. */
    public OnExceptionDefinition onExceptionOccurred(Processor processor) {
        Given.check(processor, "onExceptionOccurred", "processor", Given.PROCESSOR);
        onExceptionOccurred = processor;
        return this;
    }

    /** Calls this processor before each redelivery. */
    public OnExceptionDefinition onRedelivery(Processor processor) {
        Given.check(processor, "onRedelivery", "processor", Given.PROCESSOR);
        onRedelivery = processor;
        return this;
    }

    // ---- redelivery: settings that are missing here come from the error handler; but a clause with steps and none of
    // these settings has no redelivery

    public OnExceptionDefinition maximumRedeliveries(int maximum) {
        redelivery.maximum(maximum);
        return this;
    }

    public OnExceptionDefinition retryWhile(Predicate predicate) {
        Given.check(predicate, "retryWhile", "predicate", Given.PREDICATE);
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

    public OnExceptionDefinition delayPattern(String pattern) {
        Given.check(pattern, "delayPattern", "pattern", "groups, such as \"3:1000;5:5000\"");
        redelivery.pattern(pattern);
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

    boolean replaces(OnExceptionDefinition earlier) {
        return onWhen == null && earlier.onWhen == null && !Collections.disjoint(types, earlier.types);
    }

    FailurePolicy.Clause build(Redelivery outer) {
        closeOpenBlock();
        if (isEmpty()) {
            throw new IllegalArgumentException("onException(" + names() + ") does nothing: add"
                    + " steps, or handled(true), continued(true), or redelivery");
        }
        return new FailurePolicy.Clause(
                types,
                onWhen,
                handled == NO ? null : handled,
                continued == NO ? null : continued,
                steps.isEmpty() || redelivery.isSet() ? redelivery.over(outer) : Redelivery.NEVER,
                original,
                new FailurePolicy.Hooks(onExceptionOccurred, onRedelivery, null),
                List.copyOf(steps));
    }

    private boolean isEmpty() {
        return steps.isEmpty()
                && handled == null
                && continued == null
                && original == Original.NOTHING
                && onExceptionOccurred == null
                && onRedelivery == null
                && !redelivery.isSet();
    }

    private String names() {
        StringJoiner names = new StringJoiner(", ");
        types.forEach(each -> names.add(each.getSimpleName() + ".class"));
        return names.toString();
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
        // the route has kept it since it was opened
    }

    @Override
    Node toNode() {
        throw new IllegalStateException("onException is not a step");
    }
}
