package io.mehari.scenarios;

import java.util.List;

/** The end of the routes of a scenario. Subjects call it for each message that arrives there. */
public abstract class Sink {

    /** For the constructors of subclasses. */
    protected Sink() {}

    /**
     * A message has arrived at the end. Any thread may call this, also several threads at the same time.
     *
     * @param carrier the object with the body, such as the exchange. As a real route would, the sink keeps it for a
     *     moment, so that the compiler cannot remove it. If there is no such object, it is the body.
     * @param body the sent body, or an equal one
     */
    public abstract void deliver(Object carrier, Object body);

    /** The list from an aggregator has arrived at the end. */
    public final void deliverAll(Object carrier, List<?> bodies) {
        for (int i = 0; i < bodies.size(); i++) {
            deliver(carrier, bodies.get(i));
        }
    }
}
