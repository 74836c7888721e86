package io.mehari.support;

import io.mehari.AsyncProducer;
import io.mehari.Endpoint;

/** A base class for producers that may finish later: implement {@code process(exchange, callback)}. */
public abstract class DefaultAsyncProducer extends DefaultProducer implements AsyncProducer {

    protected DefaultAsyncProducer(Endpoint endpoint) {
        super(endpoint);
    }
}
