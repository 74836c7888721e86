package io.mehari.component.queue;

import io.mehari.impl.threads.VirtualThreads;
import java.util.ArrayList;
import java.util.List;

/** One combination of kind and options for which every law holds. */
record Shape(String kind, int consumers, int size, QueueWaitStrategy strategy, Threads threads) {

    enum Threads {
        PLATFORM,
        VIRTUAL,
        VIRTUAL_PER_TASK
    }

    static List<Shape> all() {
        List<Shape> all = new ArrayList<>();
        for (String kind : List.of("seda", "disruptor")) {
            for (int consumers : new int[] {1, 2, 4}) {
                for (int size : new int[] {1, 3, 1000}) {
                    for (QueueWaitStrategy strategy : QueueWaitStrategy.values()) {
                        for (Threads threads : Threads.values()) {
                            if (threads == Threads.PLATFORM || VirtualThreads.EXIST) {
                                all.add(new Shape(kind, consumers, size, strategy, threads));
                            }
                        }
                    }
                }
            }
        }
        return all;
    }

    /** The places there really are. */
    int capacity() {
        return kind.equals("disruptor") ? new DisruptorComponent().capacity(size) : size;
    }

    /** The URI of a queue of this shape. */
    String uri(String name, String... options) {
        StringBuilder uri = new StringBuilder(kind + ":" + name + "?size=" + size + "&concurrentConsumers=" + consumers
                + "&waitStrategy=" + strategy);
        if (threads == Threads.VIRTUAL_PER_TASK) {
            uri.append("&virtualThreadPerTask=true");
        }
        for (String option : options) {
            uri.append('&').append(option);
        }
        return uri.toString();
    }

    @Override
    public String toString() {
        return kind + " x" + consumers + " [" + size + "] " + strategy + " " + threads;
    }
}
