package io.mehari;

/**
 * The receiving end of an endpoint. When started, it makes exchanges and passes each one to the processor of its route.
 * While suspended it takes no messages and loses none.
 */
public interface Consumer extends Service {
    Endpoint getEndpoint();

    /** The processor that gets the exchanges: the route that starts at this consumer. */
    Processor getProcessor();

    default void suspend() {
        stop();
    }

    default void resume() {
        start();
    }
}
