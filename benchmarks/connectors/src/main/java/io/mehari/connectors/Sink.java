package io.mehari.connectors;

import io.mehari.engine.Commands;
import io.mehari.engine.Fields;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.atomic.LongAdder;

/**
 * The other side of the TCP connections, in its own process. It counts line ends. It answers each command with
 * the count.
 */
final class Sink {
    private Sink() {}

    /** First prints its port. */
    public static void main(String[] args) throws Exception {
        LongAdder lines = new LongAdder();
        ServerSocket listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread accepting = new Thread(() -> accept(listening, lines), "accept");
        accepting.setDaemon(true);
        accepting.start();
        new Fields("listening").number("port", listening.getLocalPort()).print();
        Commands.serve(words -> new Fields("lines").number("lines", lines.sum()));
        System.exit(0);
    }

    private static void accept(ServerSocket listening, LongAdder lines) {
        try {
            while (true) {
                Socket socket = listening.accept();
                Thread counting = new Thread(() -> count(socket, lines), "count");
                counting.setDaemon(true);
                counting.start();
            }
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static void count(Socket socket, LongAdder lines) {
        byte[] some = new byte[1 << 16];
        try (socket;
                InputStream in = socket.getInputStream()) {
            int length;
            while ((length = in.read(some)) >= 0) {
                int count = 0;
                for (int i = 0; i < length; i++) {
                    count += some[i] == '\n' ? 1 : 0;
                }
                lines.add(count);
            }
        } catch (IOException e) {
            // the sender was stopped
        }
    }
}
