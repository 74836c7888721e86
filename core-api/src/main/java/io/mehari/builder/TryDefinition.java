package io.mehari.builder;

import io.mehari.Predicate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Steps whose failures are caught here, before the error handler of the route. */
public final class TryDefinition extends ProcessorDefinition<TryDefinition> {
    private final List<Node> tried = list();
    private final List<Node.Catch> catches = list();
    private final List<Node> finallySteps = list();
    private @Nullable List<Class<? extends Throwable>> types;
    private @Nullable Predicate onWhen;
    private List<Node> steps = tried;

    TryDefinition(ProcessorDefinition<?> parent) {
        super(parent);
    }

    /** Steps for failures of one of those types; the exception is in {@code Exchange.EXCEPTION_CAUGHT}. */
    @SafeVarargs
    @SuppressWarnings("varargs") // the array is only read
    public final TryDefinition doCatch(Class<? extends Throwable>... exceptions) {
        if (exceptions.length == 0) {
            throw new IllegalArgumentException("doCatch() needs at least one type of exception");
        }
        if (steps == finallySteps) {
            throw new IllegalStateException("doCatch(...) stands behind doFinally()");
        }
        endCatch();
        types = List.of(exceptions);
        steps = list();
        return this;
    }

    /** The catch above is for those failures only for which this matches too. */
    public TryDefinition onWhen(Predicate predicate) {
        if (types == null) {
            throw new IllegalStateException("onWhen(...) belongs behind doCatch(...)");
        }
        onWhen = predicate;
        return this;
    }

    /** Steps that run in any case. */
    public TryDefinition doFinally() {
        endCatch();
        steps = finallySteps;
        return this;
    }

    private void endCatch() {
        closeOpenBlock();
        if (types != null) {
            catches.add(new Node.Catch(types, onWhen, List.copyOf(steps)));
        }
        types = null;
        onWhen = null;
    }

    @Override
    TryDefinition self() {
        return this;
    }

    @Override
    List<Node> steps() {
        return steps;
    }

    @Override
    Node toNode() {
        endCatch();
        return new Node.Try(List.copyOf(tried), List.copyOf(catches), List.copyOf(finallySteps));
    }
}
