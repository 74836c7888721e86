package io.mehari.builder;

import io.mehari.Predicate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Ways to go on, of which the first whose predicate matches is taken. */
public final class ChoiceDefinition extends ProcessorDefinition<ChoiceDefinition> {
    private final List<Node.When> whens = list();
    private @Nullable Predicate predicate;
    private boolean otherwise;
    private List<Node> steps = list();

    ChoiceDefinition(ProcessorDefinition<?> parent) {
        super(parent);
    }

    /** Steps for messages that match this and none before. */
    public ChoiceDefinition when(Predicate predicate) {
        if (otherwise) {
            throw new IllegalStateException("when(...) stands behind otherwise(), where it would never be asked");
        }
        endWay();
        this.predicate = predicate;
        return this;
    }

    /** Steps for messages that match nothing. */
    public ChoiceDefinition otherwise() {
        if (otherwise) {
            throw new IllegalStateException("This choice() has an otherwise() already");
        }
        endWay();
        otherwise = true;
        return this;
    }

    private void endWay() {
        closeOpenBlock();
        if (predicate != null) {
            whens.add(new Node.When(predicate, List.copyOf(steps)));
        } else if (!steps.isEmpty()) {
            throw new IllegalStateException("A step stands in choice() before the first when(...)");
        }
        predicate = null;
        steps = list();
    }

    @Override
    ChoiceDefinition self() {
        return this;
    }

    @Override
    List<Node> steps() {
        return steps;
    }

    @Override
    Node toNode() {
        List<Node> last = List.of();
        if (otherwise) {
            last = List.copyOf(steps);
        } else {
            endWay();
        }
        return new Node.Choice(List.copyOf(whens), last);
    }
}
