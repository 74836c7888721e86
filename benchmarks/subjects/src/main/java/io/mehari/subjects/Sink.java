package io.mehari.subjects;

import java.util.List;

/** The end of the routes of a scenario. Subjects call it for each message that arrives there. */
public abstract class Sink {

    /**
     * A message has arrived at the end. Any thread may call this, also several threads at the same time.
     *
     * @param carrier the object with the body, such as the exchange; the body itself if there is no such object
     * @param body the sent body, or an equal one
     */
    public abstract void deliver(Object carrier, Object body);

    /** The number of bodies that have arrived so far. */
    public abstract long arrived();

    /** The list from an aggregator has arrived at the end. */
    public final void deliverAll(Object carrier, List<?> bodies) {
        for (int i = 0; i < bodies.size(); i++) {
            deliver(carrier, bodies.get(i));
        }
    }
}
