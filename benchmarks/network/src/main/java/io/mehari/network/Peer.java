package io.mehari.network;

import java.util.concurrent.atomic.LongAdder;

/** One that is measured: an HTTP server and, if it can, a sender over TCP. */
interface Peer {
    /** Messages in the queue of {@code /queue}. */
    int QUEUE = 10_000;

    /** Everything but the network: what a program has that gets an HTTP route added. */
    void start() throws Exception;

    /**
     * Serves {@code /echo}, whose answer is the body of the request, and {@code /queue}, which puts the body into a
     * bounded queue and answers 202. One thread takes from the queue.
     */
    void serve(int port, LongAdder taken) throws Exception;

    /** Prepares to send lines to that port of this machine; {@code waits}: until each is written to the socket. */
    Sender sender(int port, boolean waits) throws Exception;

    /** Sends lines of text. */
    interface Sender {
        void send(String line) throws Exception;
    }
}
