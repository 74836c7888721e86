package io.mehari.component.camel;

import org.apache.camel.Consumer;
import org.apache.camel.Processor;
import org.apache.camel.Producer;
import org.apache.camel.support.DefaultEndpoint;

/** An endpoint of Mehari, in a route of Camel. */
final class MehariEndpoint extends DefaultEndpoint {
    final Link link;
    final String target;
    final int maxInFlight;

    MehariEndpoint(String uri, MehariComponent component, String target, int maxInFlight) {
        super(uri, component);
        this.link = component.link();
        this.target = target;
        this.maxInFlight = maxInFlight;
    }

    @Override
    public Producer createProducer() {
        return new MehariProducer(this);
    }

    @Override
    public Consumer createConsumer(Processor processor) {
        return new MehariConsumer(this, processor);
    }
}
