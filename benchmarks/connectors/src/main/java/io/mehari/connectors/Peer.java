package io.mehari.connectors;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.LongAdder;

/** A measured implementation: an HTTP server and, if it supports this, a sender over TCP. */
interface Peer {
    /** The capacity of the queue of {@code /queue} in messages. */
    int QUEUE = 10_000;

    /** Starts everything except the network, as in a program to which an HTTP route is added later. */
    void start() throws Exception;

    /**
     * Serves {@code /echo}, whose answer is the body of the request, and {@code /queue}, which puts the body into a
     * bounded queue and answers 202. One thread takes from the queue.
     */
    void serve(int port, LongAdder taken) throws Exception;

    /**
     * Prepares to send lines to that port of this machine. With {@code waits}, a send returns when the line is written
     * to the socket.
     */
    Sender sender(int port, boolean waits) throws Exception;

    /** Sends lines of text. */
    interface Sender {
        void send(String line) throws Exception;
    }

    /** Starts the only thread that takes from the queue. */
    static void take(BlockingQueue<byte[]> queue, LongAdder taken) {
        Thread taker = new Thread(
                () -> {
                    while (true) {
                        try {
                            queue.take();
                        } catch (InterruptedException e) {
                            return;
                        }
                        taken.increment();
                    }
                },
                "taker");
        taker.setDaemon(true);
        taker.start();
    }
}
