package io.mehari;

/** The sending end of an endpoint: a processor with a life. May be used by several threads at once. */
public interface Producer extends Processor, Service {
    Endpoint getEndpoint();
}
