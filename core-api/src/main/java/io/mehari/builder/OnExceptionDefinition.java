package io.mehari.builder;

import io.mehari.Predicate;
import io.mehari.builder.model.FailurePolicy;
import io.mehari.builder.model.Redelivery;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How to handle failures of some exception types. If several clauses match, the clause whose type is nearest to the
 * failure or one of its causes is used. Among equally near clauses, those of the route come before those of the
 * builder, and the first one whose {@link #onWhen} matches is used. If two clauses for the same type have no {@code
 * onWhen}, the later one replaces the earlier one. The steps run on the message that failed; {@code
 * Exchange.EXCEPTION_CAUGHT} is the failure.
 */
public final class OnExceptionDefinition extends ProcessorDefinition<OnExceptionDefinition>
        implements RedeliverySettings<OnExceptionDefinition> {
    private static final Predicate NO = exchange -> false;

    private final List<Class<? extends Throwable>> types;
    final RedeliveryValues redelivery = new RedeliveryValues();
    private @Nullable Predicate onWhen;
    private @Nullable Predicate handled;
    private @Nullable Predicate continued;
    private boolean original;

    OnExceptionDefinition(@Nullable RouteDefinition parent, List<Class<? extends Throwable>> types) {
        super(parent);
        this.types = List.copyOf(types);
        Arguments.require(!types.isEmpty(), "onException() needs at least one type of exception");
    }

    /** Restricts the clause to failures that this predicate matches. */
    public OnExceptionDefinition onWhen(Predicate predicate) {
        onWhen = given(predicate, "onWhen", "predicate", Arguments.PREDICATE);
        return this;
    }

    /**
     * Handles the failure: the route ends, and the caller gets the result of the following steps, without a failure.
     * Errors of the virtual machine, such as an {@code OutOfMemoryError}, also as a cause, always reach the caller or
     * the dead letter channel: {@code handled(true)} and {@code continued(true)} have no effect on them.
     */
    public OnExceptionDefinition handled(boolean handled) {
        return handled(handled ? new FailurePolicy.Always() : NO);
    }

    public OnExceptionDefinition handled(Predicate handled) {
        this.handled = given(handled, "handled", "handled", Arguments.PREDICATE);
        return this;
    }

    /**
     * Continues the route after the step that failed. Errors of the virtual machine, such as an {@code
     * OutOfMemoryError}, also as a cause, always reach the caller or the dead letter channel: {@code handled(true)} and
     * {@code continued(true)} have no effect on them.
     */
    public OnExceptionDefinition continued(boolean continued) {
        return continued(continued ? new FailurePolicy.Always() : NO);
    }

    public OnExceptionDefinition continued(Predicate continued) {
        this.continued = given(continued, "continued", "continued", Arguments.PREDICATE);
        return this;
    }

    /**
     * Gives the following steps the original message, as it was when it entered the route. If another route called this
     * one, it is the message that entered the first of these routes. In a split, it is the part.
     */
    public OnExceptionDefinition useOriginalMessage() {
        original = true;
        return this;
    }

    boolean replaces(OnExceptionDefinition earlier) {
        return onWhen == null && earlier.onWhen == null && !Collections.disjoint(types, earlier.types);
    }

    FailurePolicy.Clause build(Redelivery outer, FailurePolicy.Hooks hooks) {
        closeOpenBlock();
        redelivery.addTo(services);
        if (isEmpty()) {
            throw new IllegalArgumentException("onException(" + FailurePolicy.names(types) + ") does nothing: add"
                    + " steps, or handled(true), continued(true), or redelivery");
        }
        return new FailurePolicy.Clause(
                types,
                onWhen,
                handled == NO ? null : handled,
                continued == NO ? null : continued,
                steps.isEmpty() || redelivery.isSet() ? redelivery.over(outer) : Redelivery.NEVER,
                original,
                redelivery.over(hooks),
                List.copyOf(steps));
    }

    private boolean isEmpty() {
        return steps.isEmpty()
                && handled == null
                && continued == null
                && !original
                && redelivery.onExceptionOccurred == null
                && redelivery.onRedelivery == null
                && !redelivery.isSet();
    }

    @Override
    void closeInto(ProcessorDefinition<?> parent) {
        // the route has kept it since it was opened
    }
}
