package io.mehari;

/**
 * A step that changes the message in place. An exception that it throws goes to the error handler of the route. One
 * instance serves all messages, several threads at once, so it must be thread-safe.
 */
@FunctionalInterface
public interface Processor {
    void process(Exchange exchange) throws Exception;
}
