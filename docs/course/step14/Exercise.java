package step14;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.Consumer;

/** Exercise: several consumers sleep, and each message wakes at most one. None may sleep while there is a message. */
public class Exercise {
    private final Queue<Object> messages = new ArrayDeque<>();
    private final Queue<String> sleeping = new ArrayDeque<>();
    private final Consumer<String> bell;

    /** The bell wakes a consumer by name. */
    public Exercise(Consumer<String> bell) {
        this.bell = bell;
    }

    /**
     * Adds a message. It assumes that no consumer sleeps while there are messages, so only the first one wakes a
     * consumer.
     */
    public void send(Object message) {
        boolean first = messages.isEmpty();
        messages.add(message);
        if (first) {
            wakeOne();
        }
    }

    /** Takes a message. If there is none, returns null, and the consumer sleeps. */
    public Object take(String taker) {
        Object message = messages.poll();
        if (message == null) {
            sleeping.add(taker);
        }
        return message;
    }

    /** Wakes the consumer that has slept longest, if there is one. */
    protected final void wakeOne() {
        String longest = sleeping.poll();
        if (longest != null) {
            bell.accept(longest);
        }
    }

    protected final boolean hasMessages() {
        return !messages.isEmpty();
    }
}
