package io.mehari.scenarios.camel;

import java.util.concurrent.atomic.LongAdder;
import org.apache.camel.spi.CamelEvent;
import org.apache.camel.support.EventNotifierSupport;

/** Counts the events of exchanges. */
public final class EventCount extends EventNotifierSupport {
    private final LongAdder events = new LongAdder();

    /** Ignores all events except those of exchanges. */
    public EventCount() {
        setIgnoreCamelContextEvents(true);
        setIgnoreRouteEvents(true);
        setIgnoreServiceEvents(true);
    }

    @Override
    public void notify(CamelEvent event) {
        events.increment();
    }
}
