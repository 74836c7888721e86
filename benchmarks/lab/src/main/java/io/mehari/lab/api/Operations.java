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
     * @param name as the report shows it
     * @param messages how many messages one call processes
     * @param manyThreads whether other threads do a part of the work
     * @param call does it, and returns something that depends on the result, so that the compiler cannot omit it
     */
    public record Operation(String name, int messages, boolean manyThreads, Callable<?> call) {}

    /** None at first. */
    public Operations() {}

    /** Adds an operation that one thread does alone, one message a call. */
    public void add(String name, Callable<?> call) {
        add(name, 1, call);
    }

    /** Adds an operation that one thread does alone, and that processes so many messages in one call. */
    public void add(String name, int messages, Callable<?> call) {
        add(new Operation(name, messages, false, call));
    }

    /**
     * Adds an operation in which other threads take part. A call returns when all its messages are processed. What all
     * threads allocate counts.
     */
    public void addForThreads(String name, int messages, Callable<?> call) {
        add(new Operation(name, messages, true, call));
    }

    private void add(Operation operation) {
        if (operation.messages() < 1 || operation.name().isBlank()) {
            throw new IllegalArgumentException(
                    "An operation needs a name, and a message a call at least: " + operation);
        }
        if (all.stream().anyMatch(each -> each.name().equals(operation.name()))) {
            throw new IllegalArgumentException("There are two operations of the name " + operation.name());
        }
        all.add(operation);
    }

    /** All of them. */
    public List<Operation> all() {
        return List.copyOf(all);
    }
}
