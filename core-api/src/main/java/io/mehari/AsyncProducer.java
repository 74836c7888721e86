package io.mehari;

/** A producer that may finish later, on another thread. */
public interface AsyncProducer extends Producer, AsyncProcessor {}
