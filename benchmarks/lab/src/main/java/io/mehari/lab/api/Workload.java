package io.mehari.lab.api;

/**
 * What is measured: operations on a framework that is started once. A class of an experiment implements it and has a
 * constructor without parameters. It is compiled against the framework of each side, and is the same for both.
 */
@FunctionalInterface
public interface Workload {

    /** Starts the framework and adds the operations, in the order in which the report lists them. */
    void start(Operations operations) throws Exception;

    /** Stops the framework. */
    default void stop() throws Exception {}
}
