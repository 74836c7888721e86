package io.mehari.benchmarks;

/** A payload that is a bean. */
public record Consignment(String customer, int weight) {}
