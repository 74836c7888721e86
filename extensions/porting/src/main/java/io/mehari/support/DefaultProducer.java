package io.mehari.support;

import io.mehari.Endpoint;
import io.mehari.Producer;

/** A base class for producers: implement {@link #process}. */
public abstract class DefaultProducer extends ServiceSupport implements Producer {
    private final Endpoint endpoint;

    protected DefaultProducer(Endpoint endpoint) {
        this.endpoint = endpoint;
    }

    @Override
    public Endpoint getEndpoint() {
        return endpoint;
    }

    @Override
    public String toString() {
        return "Producer[" + endpoint + "]";
    }
}
