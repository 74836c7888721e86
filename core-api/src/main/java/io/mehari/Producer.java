package io.mehari;

/** The sending end of an endpoint. Thread-safe. */
public interface Producer extends Processor, Service {
    Endpoint getEndpoint();
}
