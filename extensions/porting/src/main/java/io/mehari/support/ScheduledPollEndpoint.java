package io.mehari.support;

import io.mehari.Component;
import io.mehari.Consumer;

/** A base class for endpoints whose consumer is a {@link ScheduledPollConsumer}. The delays are options. */
public abstract class ScheduledPollEndpoint extends DefaultEndpoint {
    private long initialDelay = 1000;
    private long delay = 500;

    protected ScheduledPollEndpoint(String endpointUri, Component component) {
        super(endpointUri, component);
    }

    /** See {@link ScheduledPollConsumer#setInitialDelay}. */
    public void setInitialDelay(long millis) {
        initialDelay = ScheduledPollConsumer.checked("initialDelay", millis);
    }

    public long getInitialDelay() {
        return initialDelay;
    }

    /** See {@link ScheduledPollConsumer#setDelay}. */
    public void setDelay(long millis) {
        delay = ScheduledPollConsumer.checked("delay", millis);
    }

    public long getDelay() {
        return delay;
    }

    /** Sets the delays of this endpoint on the consumer. */
    @Override
    protected void configureConsumer(Consumer consumer) throws Exception {
        if (consumer instanceof ScheduledPollConsumer polling) {
            polling.setInitialDelay(initialDelay);
            polling.setDelay(delay);
        }
    }
}
