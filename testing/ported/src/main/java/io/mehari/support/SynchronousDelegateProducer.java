package io.mehari.support;

import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.Producer;

/** Makes an asynchronous producer synchronous: the calling thread waits until the send is done. */
public class SynchronousDelegateProducer implements Producer {
    private final Producer producer;

    public SynchronousDelegateProducer(Producer producer) {
        this.producer = producer;
    }

    @Override
    public Endpoint getEndpoint() {
        return producer.getEndpoint();
    }

    @Override
    public void process(Exchange exchange) throws Exception {
        producer.process(exchange);
    }

    @Override
    public void start() {
        producer.start();
    }

    @Override
    public void stop() {
        producer.stop();
    }

    @Override
    public String toString() {
        return producer.toString();
    }
}
