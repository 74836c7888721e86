package io.mehari.scenarios;

import java.util.List;

/** The end of a scenario's routes, which subjects tell of each message that gets there. */
public abstract class Sink {

    /** For the constructors of sinks. */
    protected Sink() {}

    /**
     * A message has come to the end. May be called by any thread, in turn or at the same time.
     *
     * @param carrier what carried the body, such as the exchange: as a real route would, the sink keeps it for a
     *     moment, so that no compiler does without it. The body itself where there is none.
     * @param body what was sent, or an equal one
     */
    public abstract void deliver(Object carrier, Object body);

    /** The list that an aggregator made has come to the end. */
    public final void deliverAll(Object carrier, List<?> bodies) {
        for (int i = 0; i < bodies.size(); i++) {
            deliver(carrier, bodies.get(i));
        }
    }
}
