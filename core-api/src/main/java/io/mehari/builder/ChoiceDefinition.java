package io.mehari.builder;

import io.mehari.Predicate;
import io.mehari.builder.model.Node;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Branches. A message takes the first branch whose predicate matches. */
public final class ChoiceDefinition extends ProcessorDefinition<ChoiceDefinition> {
    private final List<Node.When> whens = list();
    private @Nullable Predicate predicate;
    private boolean otherwise;
    private @Nullable String wayId;

    ChoiceDefinition(ProcessorDefinition<?> parent) {
        super(parent);
    }

    /** Starts a branch for messages that match this predicate and none of the predicates before it. */
    @Override
    public ChoiceDefinition when(Predicate predicate) {
        if (otherwise) {
            throw new IllegalStateException(
                    "when(...) comes after otherwise(), where it could never match: move it before otherwise()");
        }
        given(predicate, "when", "predicate", Arguments.PREDICATE);
        endWay();
        this.predicate = predicate;
        return this;
    }

    /** Starts a branch that runs if a value is true: {@code when().header("gold")}. */
    public ExpressionClause<ChoiceDefinition> when() {
        return new ExpressionClause<>(this::when);
    }

    /** Starts the branch for messages that match no {@code when}. */
    @Override
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
            whens.add(new Node.When(predicate, List.copyOf(steps), wayId));
        } else if (!steps.isEmpty()) {
            throw new IllegalStateException("choice() has a step before its first when(...): move it");
        }
        predicate = null;
        steps = list();
        wayId = null;
    }

    /** Directly after {@code when} or {@code otherwise} it is the id of that branch. */
    @Override
    void nameThis(String id) {
        if (predicate == null && !otherwise) {
            super.nameThis(id);
        } else {
            wayId = id;
        }
    }

    @Override
    Node toNode() {
        List<Node> last = List.of();
        if (otherwise) {
            last = List.copyOf(steps);
        } else {
            endWay();
        }
        if (whens.isEmpty()) {
            throw new IllegalStateException("choice() has no when(...): add one, followed by its steps");
        }
        return new Node.Choice(List.copyOf(whens), last, wayId);
    }
}
