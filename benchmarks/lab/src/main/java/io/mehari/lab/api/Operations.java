package io.mehari.lab.api;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/** The operations of a {@link Workload}. */
public final class Operations {
    private final List<Operation> all = new ArrayList<>();

    /**
     * One operation.
     *
     * @param name the name in the report
     * @param messages how many messages one call processes
     * @param manyThreads whether other threads do part of the work
     * @param call runs the operation, and returns a value that depends on its result, so that the compiler cannot
     *     remove it
     */
    public record Operation(String name, int messages, boolean manyThreads, Callable<?> call) {}

    /** Adds an operation that one thread does alone, with one message in each call. */
    public void add(String name, Callable<?> call) {
        add(name, 1, call);
    }

    /** Adds an operation that one thread does alone, with this number of messages in each call. */
    public void add(String name, int messages, Callable<?> call) {
        add(new Operation(name, messages, false, call));
    }

    /**
     * Adds an operation in which other threads take part. A call returns when all its messages are processed. The
     * allocations of all threads count.
     */
    public void addForThreads(String name, int messages, Callable<?> call) {
        add(new Operation(name, messages, true, call));
    }

    private void add(Operation operation) {
        if (operation.messages() < 1 || operation.name().isBlank()) {
            throw new IllegalArgumentException(
                    "An operation needs a name, and at least one message in each call: " + operation);
        }
        if (all.stream().anyMatch(each -> each.name().equals(operation.name()))) {
            throw new IllegalArgumentException("There are two operations with the name " + operation.name());
        }
        all.add(operation);
    }

    /** All operations. */
    public List<Operation> all() {
        return List.copyOf(all);
    }
}
