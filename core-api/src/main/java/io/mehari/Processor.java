package io.mehari;

/** A step that changes the message in place. An exception that it throws goes to the error handler of the route. */
@FunctionalInterface
public interface Processor {
    void process(Exchange exchange) throws Exception;
}
