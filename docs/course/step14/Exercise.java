package step14;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.Consumer;

/** Yours: several sleep, and each message calls at most one of them. Let nobody sleep beside a message. */
public class Exercise {
    private final Queue<Object> messages = new ArrayDeque<>();
    private final Queue<String> sleeping = new ArrayDeque<>();
    private final Consumer<String> bell;

    /** The bell wakes a sleeper by name. */
    public Exercise(Consumer<String> bell) {
        this.bell = bell;
    }

    /** Adds a message. While there are others nobody can be asleep, so only the first one calls. */
    public void send(Object message) {
        boolean first = messages.isEmpty();
        messages.add(message);
        if (first) {
            call();
        }
    }

    /** Takes a message; null, and the taker sleeps, when there is none. */
    public Object take(String taker) {
        Object message = messages.poll();
        if (message == null) {
            sleeping.add(taker);
        }
        return message;
    }

    /** Wakes the one that has slept longest, if there is one. */
    protected final void call() {
        String longest = sleeping.poll();
        if (longest != null) {
            bell.accept(longest);
        }
    }

    protected final boolean hasMessages() {
        return !messages.isEmpty();
    }
}
