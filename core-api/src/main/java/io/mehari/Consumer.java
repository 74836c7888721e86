package io.mehari;

/**
 * The receiving end of an endpoint. When started, it makes exchanges and passes each one to the processor of its route.
 * While suspended it takes no messages and loses none.
 */
public interface Consumer extends Service {
    Endpoint getEndpoint();

    /** The processor that gets the exchanges: the route that starts at this consumer. */
    Processor getProcessor();

    /** How many messages wait at the other side for this consumer, as far as it knows; 0 if it does not. */
    default long getLag() {
        return 0;
    }

    default void suspend() {
        stop();
    }

    default void resume() {
        start();
    }
}
