package io.mehari.component.queue.ring;

import jdk.jfr.Category;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/**
 * Writes to the flight recorder when a queue is full, and how long a sender waited for room: {@code mehari.QueueFull}
 * and {@code mehari.EnqueueWait}, both off until a recording turns them on. Only senders that find a queue full use
 * this class; it costs other messages nothing, and is loaded at its first use.
 */
public final class FlightRecorder {
    private static final boolean PRESENT =
            ModuleLayer.boot().findModule("jdk.jfr").isPresent();

    private FlightRecorder() {}

    /** Begins the event of a sender that waits; null if the JDK has no flight recorder. */
    public static @Nullable Object beginWait() {
        return PRESENT ? EnqueueWait.started() : null;
    }

    public static void endWait(@Nullable Object begun, String queue) {
        if (begun != null) {
            EnqueueWait.end(begun, queue);
        }
    }

    public static void full(String queue, int capacity) {
        if (PRESENT) {
            QueueFull.happened(queue, capacity);
        }
    }

    /** A sender waited for room. */
    @Name("mehari.EnqueueWait")
    @Label("Enqueue Wait")
    @Category("Mehari")
    @Enabled(false)
    @StackTrace(false)
    static final class EnqueueWait extends Event {
        @Label("Queue")
        @Nullable
        String queue;

        static Object started() {
            EnqueueWait event = new EnqueueWait();
            event.begin();
            return event;
        }

        static void end(Object begun, String queue) {
            EnqueueWait event = (EnqueueWait) begun;
            if (event.shouldCommit()) {
                event.queue = queue;
                event.commit();
            }
        }
    }

    /** A sender found the queue full, and was refused or had its message dropped. */
    @Name("mehari.QueueFull")
    @Label("Queue Full")
    @Category("Mehari")
    @Enabled(false)
    @StackTrace(false)
    static final class QueueFull extends Event {
        @Label("Queue")
        @Nullable
        String queue;

        @Label("Capacity")
        int capacity;

        static void happened(String queue, int capacity) {
            QueueFull event = new QueueFull();
            if (event.shouldCommit()) {
                event.queue = queue;
                event.capacity = capacity;
                event.commit();
            }
        }
    }
}
