package io.mehari.network;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;

/**
 * A client of {@link HttpDemo}: sends orders one after another, and closes its connection in the middle of a request
 * when it is asked to.
 */
final class DemoClient implements Runnable {
    private static final int ONE_IN = 20;
    private static final int TIMEOUT_MILLIS = 120_000;

    private final HttpDemo demo;
    private final int port;
    private final long pauseNanos;
    private final SplittableRandom random = new SplittableRandom();

    DemoClient(HttpDemo demo, int port, double rate) {
        this.demo = demo;
        this.port = port;
        this.pauseNanos = (long) (1e9 / rate);
    }

    @Override
    public void run() {
        long due = System.nanoTime() + random.nextLong(pauseNanos);
        try {
            while (!demo.ended) {
                due = connection(due);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Sends until the connection is cut or the demonstration ends. Returns the time at which the next request is due.
     */
    private long connection(long firstDue) throws IOException {
        long due = firstDue;
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(TIMEOUT_MILLIS);
            BufferedReader in =
                    new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
            while (!demo.ended) {
                LockSupport.parkNanos(due - System.nanoTime());
                // requests that were held back are not sent later
                due = Math.max(due + pauseNanos, System.nanoTime() - pauseNanos);
                long order = demo.next.getAndIncrement();
                byte[] request = request(order);
                if (demo.cutting && random.nextInt(ONE_IN) == 0) {
                    demo.cut.incrementAndGet();
                    socket.getOutputStream().write(Arrays.copyOf(request, random.nextInt(1, request.length + 1)));
                    return due;
                }
                socket.getOutputStream().write(request);
                readAnswer(in);
                demo.accept(order);
            }
        }
        return due;
    }

    private static byte[] request(long order) {
        String body = Long.toString(order);
        return ("POST /orders HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + body.length() + "\r\n\r\n" + body)
                .getBytes(StandardCharsets.US_ASCII);
    }

    private static void readAnswer(BufferedReader in) throws IOException {
        String first = in.readLine();
        if (first == null || !first.startsWith("HTTP/1.1 202")) {
            throw HttpDemo.noAnswer(String.valueOf(first));
        }
        String line;
        do {
            line = in.readLine();
        } while (line != null && !line.isEmpty());
    }
}
