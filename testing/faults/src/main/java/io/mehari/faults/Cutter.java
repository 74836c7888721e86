package io.mehari.faults;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;

/** A proxy between clients and a server. It cuts each connection after a random number of bytes. */
final class Cutter implements AutoCloseable {
    private final ServerSocket listening;
    private final int serverPort;
    private final int most;
    private final SplittableRandom random;
    private final AtomicLong cuts = new AtomicLong();

    /** @param most maximum bytes in both directions before a connection is cut */
    Cutter(int serverPort, int most, long seed) throws IOException {
        this.listening = new ServerSocket(0, 1_000, InetAddress.getLoopbackAddress());
        this.serverPort = serverPort;
        this.most = most;
        this.random = new SplittableRandom(seed);
        start("cutter", this::accept);
    }

    int port() {
        return listening.getLocalPort();
    }

    long cuts() {
        return cuts.get();
    }

    private static void start(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        while (true) {
            try {
                Socket client = listening.accept();
                client.setTcpNoDelay(true);
                Socket server = new Socket(InetAddress.getLoopbackAddress(), serverPort);
                server.setTcpNoDelay(true);
                AtomicLong left = new AtomicLong(random.nextInt(1, most));
                boolean reset = random.nextBoolean();
                start("to the server", () -> pump(client, server, left, reset));
                start("to the client", () -> pump(server, client, left, reset));
            } catch (IOException e) {
                if (listening.isClosed()) {
                    return;
                }
            }
        }
    }

    private void pump(Socket from, Socket to, AtomicLong left, boolean reset) {
        byte[] some = new byte[1 << 13];
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            int count;
            while ((count = in.read(some)) >= 0) {
                long rest = left.getAndAdd(-count);
                if (rest <= count) {
                    out.write(some, 0, (int) Math.max(0, rest));
                    if (rest > 0) {
                        cuts.incrementAndGet();
                    }
                    if (reset) {
                        resetAtClose(from);
                        resetAtClose(to);
                    }
                    return;
                }
                out.write(some, 0, count);
            }
        } catch (IOException e) {
            // the other direction has already cut it
        }
    }

    private static void resetAtClose(Socket socket) throws SocketException {
        if (!socket.isClosed()) {
            socket.setSoLinger(true, 0);
        }
    }

    @Override
    public void close() throws IOException {
        listening.close();
    }
}
