package io.mehari.builder;

import io.mehari.Predicate;
import io.mehari.RoutingContext;
import io.mehari.builder.model.Node;
import io.mehari.spi.internal.Values;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How the blocks of a route are nested: where the next step goes, and where {@code end()} returns to. */
abstract class BlockDefinition<T extends ProcessorDefinition<T>> {
    /** Blocks are ended and compiled by recursion, and run by it, so a limit by name comes before the stack's own. */
    private static final int MOST_NESTED = 200;

    final @Nullable ProcessorDefinition<?> parent;
    private @Nullable RoutingContext context; // null only outside of configure()
    private final boolean block;
    /** The list that gets the next step. */
    List<Node> steps = list();

    final Services services = new Services();

    private @Nullable ProcessorDefinition<?> open;
    private @Nullable String id;
    private final int depth;

    /** @param block false for a step with options: what follows it comes after it, in the block around it */
    BlockDefinition(@Nullable ProcessorDefinition<?> parent, boolean block) {
        this.parent = parent;
        this.block = block;
        this.context = parent == null ? null : ((BlockDefinition<?>) parent).context;
        this.depth = parent == null ? 0 : ((BlockDefinition<?>) parent).depth + 1;
        if (depth > MOST_NESTED) {
            throw new IllegalArgumentException(getClass().getSimpleName().replace("Definition", "")
                    + ": more than " + MOST_NESTED + " blocks are nested in " + root()
                    + ": end() the blocks before, or move the inner ones to a route of their own, such as"
                    + " to(\"direct:inner\")");
        }
    }

    private Object root() {
        BlockDefinition<?> outermost = this;
        while (outermost.parent != null) {
            outermost = outermost.parent;
        }
        return outermost;
    }

    // ---- construction

    @SuppressWarnings("unchecked") // each definition is a T of its own
    final T self() {
        return (T) this;
    }

    final T within(@Nullable RoutingContext context) {
        this.context = context;
        return self();
    }

    static <E> List<E> list() {
        return new ArrayList<>();
    }

    /** Checks what the user gave, and keeps it in mind if it is a service. */
    final <V> V given(@Nullable V value, String method, String parameter, String instead) {
        V checked = Arguments.check(value, method, parameter, instead);
        services.add(checked);
        checkLate(checked);
        return checked;
    }

    /** Refuses a value with a name in double braces that has no value in the context. */
    final void checkLate(@Nullable Object value) {
        if (context != null) {
            if (value instanceof ValueBuilder built) {
                built.check(context);
            } else {
                Values.CORE.check(value, context);
            }
        }
    }

    /** The text with the values of its names in double braces. */
    final String text(String given) {
        return context == null ? given : context.resolvePropertyPlaceholders(given);
    }

    final String name(String name, String method) {
        return text(Arguments.check(name, method, "name", Arguments.NAME));
    }

    /** The whole block as one node. */
    Node toNode() {
        throw new IllegalStateException(getClass().getSimpleName() + " is not a step");
    }

    final T add(Node node) {
        closeOpenBlock();
        steps.add(node);
        return self();
    }

    /**
     * Opens a block, which is a {@code ProcessorDefinition}. Its type has no bound, because the JVM would load the
     * classes of all blocks to verify that they are within it.
     */
    final <B> B open(B block) {
        closeOpenBlock();
        open = (ProcessorDefinition<?>) block;
        return block;
    }

    final void closeOpenBlock() {
        if (open != null) {
            open.closeOpenBlock();
            open.closeInto(self());
            open = null;
        }
    }

    /** Called when this block is complete: adds it as a step to its parent. */
    void closeInto(ProcessorDefinition<?> parent) {
        parent.services.addAll(services);
        Node node = toNode();
        parent.steps.add(id == null ? node : new Node.Named(id, node));
        if (!block) {
            parent.steps.addAll(steps);
        }
    }

    /**
     * Sets the id of the step or block before it. Error messages contain this id. Directly after {@code from} it is the
     * id of the route; directly after {@code when}, {@code otherwise}, {@code doCatch} and {@code doFinally}, it is the
     * id of the branch.
     */
    public final T id(String id) {
        String name = text(Arguments.check(id, "id", "id", "a name"));
        closeOpenBlock();
        if (steps.isEmpty()) {
            nameThis(name);
        } else {
            nameLast(name);
        }
        return self();
    }

    final void nameLast(String id) {
        int last = steps.size() - 1;
        Node node = steps.get(last);
        steps.set(last, new Node.Named(id, node instanceof Node.Named named ? named.node() : node));
    }

    /** Called with the id of this block or route. */
    void nameThis(String id) {
        this.id = id;
    }

    /** What {@code end()} of a nested block returns. */
    ProcessorDefinition<?> inside() {
        return self();
    }

    // ---- ends of blocks

    /**
     * Ends this block; further steps come after it. A step with options ({@code delay}, {@code throttle}, {@code
     * threads}, {@code wireTap}, {@code recipientList}) also has an end, which returns to the block around it.
     */
    public ProcessorDefinition<?> end() {
        ProcessorDefinition<?> outer = parent;
        while (outer != null && !((BlockDefinition<?>) outer).block) {
            outer = outer.parent;
        }
        if (outer == null) {
            return self();
        }
        outer.closeOpenBlock();
        return outer.inside();
    }

    /** Returns to the choice around this block, to add another {@code when} or {@code otherwise}. */
    public final ChoiceDefinition endChoice() {
        return around(ChoiceDefinition.class, "endChoice() is not inside a choice()");
    }

    /** Returns to the doTry around this block. */
    public final TryDefinition endDoTry() {
        return around(TryDefinition.class, "endDoTry() is not inside a doTry()");
    }

    private <B extends ProcessorDefinition<B>> B around(Class<B> type, String otherwise) {
        for (ProcessorDefinition<?> each = self(); each != null; each = each.parent) {
            if (type.isInstance(each)) {
                each.closeOpenBlock();
                return type.cast(each);
            }
        }
        throw new IllegalStateException(otherwise);
    }

    // ---- the next branch, when the end() of a block has returned to a choice or a doTry

    /**
     * The next branch of the choice that {@code end()} has returned to; see {@link ChoiceDefinition#when}.
     *
     * @throws IllegalStateException if this is no choice
     */
    public ChoiceDefinition when(Predicate predicate) {
        given(predicate, "when", "predicate", Arguments.PREDICATE);
        throw misplaced("when(...)", "choice()", "endChoice()");
    }

    /**
     * The last branch of the choice that {@code end()} has returned to.
     *
     * @throws IllegalStateException if this is no choice
     */
    public ChoiceDefinition otherwise() {
        throw misplaced("otherwise()", "choice()", "endChoice()");
    }

    /**
     * The next branch of the {@code doTry} that {@code end()} has returned to: steps for failures of these types. The
     * exception is in {@code Exchange.EXCEPTION_CAUGHT}.
     */
    @SafeVarargs
    @SuppressWarnings("varargs") // the array is only read
    public final TryDefinition doCatch(Class<? extends Throwable>... exceptions) {
        Arguments.checkAll(exceptions, "doCatch", "exceptions", Arguments.FAILURE);
        return tried("doCatch(...)").addCatch(List.of(exceptions));
    }

    /** The last branch of the {@code doTry} that {@code end()} has returned to: steps that always run. */
    public final TryDefinition doFinally() {
        return tried("doFinally()").addFinally();
    }

    // ---- clauses of a route, also when the end() of another clause has returned to it

    /**
     * How this route handles failures of these types, in all its steps, wherever the clause stands. Add steps to it;
     * {@code end()} returns to the route.
     */
    @SafeVarargs
    @SuppressWarnings("varargs") // the array is only read
    public final OnExceptionDefinition onException(Class<? extends Throwable>... types) {
        Arguments.checkAll(types, "onException", "types", Arguments.FAILURE);
        return route("onException(...)").addOnException(List.of(types));
    }

    /** Steps that run when an exchange of this route is done, instead of those of the builder. */
    public final OnCompletionDefinition onCompletion() {
        return route("onCompletion()").addOnCompletion();
    }

    /** This, if it is a route. */
    RouteDefinition route(String clause) {
        throw new IllegalStateException(
                clause + " is in a block, but it applies to all steps of a route: end the block first, with end()");
    }

    /** The doTry that gets the branch, if it is directly around the next step. */
    TryDefinition tried(String branch) {
        throw misplaced(branch, "doTry()", "endDoTry()");
    }

    private static IllegalStateException misplaced(String branch, String block, String end) {
        return new IllegalStateException(branch + " is not directly in a " + block
                + ": end the block around it with end(), or all blocks within the " + block + " with " + end);
    }
}
