package io.mehari;

/**
 * The receiving end of an endpoint: once started it makes exchanges and gives each to the processor of its route.
 * While suspended it takes nothing in and loses nothing.
 */
public interface Consumer extends Service {
    Endpoint getEndpoint();

    /** Where the exchanges go: the route behind this consumer. */
    Processor getProcessor();

    default void suspend() {
        stop();
    }

    default void resume() {
        start();
    }
}
