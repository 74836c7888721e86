package io.mehari.lab.api;

/**
 * The operations to measure, on a framework that is started once. A class of an experiment implements it and has a
 * constructor without parameters. The same source is compiled against the framework of each side.
 */
@FunctionalInterface
public interface Workload {

    /** Starts the framework and adds the operations, in the order in which the report lists them. */
    void start(Operations operations) throws Exception;

    /** Stops the framework. */
    default void stop() throws Exception {}
}
