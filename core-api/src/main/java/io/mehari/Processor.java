package io.mehari;

/** A step that works on the message in place. What it throws goes to the error handler of the route. */
@FunctionalInterface
public interface Processor {
    void process(Exchange exchange) throws Exception;
}
