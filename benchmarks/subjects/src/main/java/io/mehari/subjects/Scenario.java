package io.mehari.subjects;

import io.mehari.engine.Names;
import java.util.List;

/**
 * One variation of a task, and what a correct run of it delivers: each sent message as often as {@link #arrivalsOf}
 * says, and in the order of its sender if {@link #ordered} is true.
 *
 * @param senders how many threads call {@link Subject#send}
 * @param consumers how many threads take from the queue, if there is one
 * @param capacity of the queue in messages; senders wait while it is full
 */
public record Scenario(Task task, String variation, int senders, int consumers, int capacity) {
    /** The number of bodies in a list of an aggregator. */
    public static final int GROUP = 100;

    /** The number of routes of a fan-out. */
    public static final int FAN = 3;

    /** The number of routes of {@link Task#FIFTY_ROUTES}. */
    public static final int ROUTES = 50;

    /** The capacity of each queue, unless its growth is measured. */
    public static final int CAPACITY = 1024;

    /** Parses an id such as {@code seda/2-3}. Without a variation, it is the first one of the task. */
    public static Scenario of(String id) {
        int slash = id.indexOf('/');
        Task task = Names.find("scenario", slash < 0 ? id : id.substring(0, slash), List.of(Task.values()), Task::id);
        String name = slash < 0 ? task.variations().get(0) : id.substring(slash + 1);
        Names.find("scenario", task.id() + "/" + name, task.variations(), each -> task.id() + "/" + each);
        return task == Task.SEDA || task == Task.DISRUPTOR
                ? shaped(task, name)
                : new Scenario(task, name, 1, 1, CAPACITY);
    }

    /** A queue with that number of senders and consumers, as in {@code 2-3}. */
    public static Scenario shaped(Task queue, String shape) {
        String[] numbers = shape.split("-", -1);
        return new Scenario(queue, shape, Integer.parseInt(numbers[0]), Integer.parseInt(numbers[1]), CAPACITY);
    }

    /** The id, which is also the group of its results: {@code seda/2-3}; {@code fan-out} if it has no variations. */
    public String id() {
        return variation.isEmpty() ? task.id() : task.id() + "/" + variation;
    }

    /** Whether the queue is a ring buffer: {@code disruptor:} in place of {@code seda:}. */
    public boolean ring() {
        return task == Task.DISRUPTOR || variation.equals("disruptor");
    }

    /** Whether each sent body is a list of {@link Payload#RING} bodies, which must arrive individually. */
    public boolean sendsLists() {
        return task == Task.SPLIT_CHOICE;
    }

    /** Whether the bodies have four different types in turn. */
    public boolean mixed() {
        return variation.equals("mixed");
    }

    /** Whether the messages of one sending thread must arrive in order. */
    public boolean ordered() {
        return consumers == 1;
    }

    /** How often a body must arrive that was sent once. */
    public int arrivalsOf(Object body) {
        return switch (task) {
            case FAN_OUT -> FAN;
            case FILTER -> Payload.isKept(body) ? 1 : 0;
            default -> 1;
        };
    }

    /** The number of arrivals for this number of messages, which is even. Each part of a list is a message. */
    public long arrivals(long messages) {
        return switch (task) {
            case FAN_OUT -> messages * FAN;
            case FILTER -> messages / 2;
            default -> messages;
        };
    }

    /** The sink with which it is measured: it checks each body, unless that would take as long as the subject. */
    public Sink sink() {
        return switch (task) {
            case DIRECT -> variation.equals("stores") ? new Count.Storing() : new Count(1);
            case REQUEST, SEDA, DISRUPTOR -> new Count(consumers);
            default -> new Tally(this);
        };
    }

    @Override
    public String toString() {
        return id();
    }
}
