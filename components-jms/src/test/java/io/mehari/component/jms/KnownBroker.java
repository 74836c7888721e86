package io.mehari.component.jms;

import java.io.Closeable;

/** A broker that tells what has become of a message, which is known by its property {@code law}. */
interface KnownBroker extends Closeable {
    int port();

    int consumers(String queue);

    State state(String queue, String law);

    enum State {
        /** In the queue, or delivered and not acknowledged for good. */
        OPEN,
        ACKNOWLEDGED,
        DEAD
    }
}
