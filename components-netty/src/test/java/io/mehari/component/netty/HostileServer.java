package io.mehari.component.netty;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A server on blocking sockets that answers a request with any bytes. */
public final class HostileServer implements AutoCloseable {
    /** Reads a request, and returns what identifies it; null at the end of the connection. */
    public interface Reader {
        @Nullable
        String read(InputStream in) throws IOException;
    }

    /** Writes what comes back for a request. */
    public interface Answers {
        void write(String request, OutputStream out) throws Exception;
    }

    /** What is spoken over an accepted socket, such as TLS. What it throws ends the connection. */
    public interface Layer {
        Socket over(Socket socket) throws Exception;
    }

    /** Thrown by {@link Answers} or a {@link Layer}: the connection ends. TLS ends without close_notify. */
    public static final class End extends Exception {
        private static final long serialVersionUID = 1;

        private final boolean reset;

        public End(boolean reset) {
            this.reset = reset;
        }
    }

    public static final Reader LINES = LineServer::readLine;

    /** Reads a request of so many characters, between other bytes. */
    public static Reader exactly(int before, int length, int after) {
        return in -> {
            byte[] bytes = in.readNBytes(before + length + after);
            return bytes.length < before + length + after ? null : new String(bytes, before, length, ISO_8859_1);
        };
    }

    /** The last part of the path identifies a request. */
    public static final Reader HTTP = in -> {
        HttpFixtures.Parsed request = HttpFixtures.read(in);
        return request == null ? null : request.firstLine().replaceAll(".*/(\\w+) HTTP/1.1", "$1");
    };

    public final AtomicInteger accepted = new AtomicInteger();
    public final int port;
    private final ServerSocket server;
    private final Reader reader;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private volatile Answers answers;
    private volatile byte[] greeting = {};
    private volatile Layer layer = socket -> socket;

    public HostileServer(Reader reader, Answers answers) throws IOException {
        this.reader = reader;
        this.answers = answers;
        server = new ServerSocket(0, 500, InetAddress.getByName("localhost"));
        port = server.getLocalPort();
        begin(this::accept);
    }

    public void answers(Answers others) {
        answers = others;
    }

    /** From now on, connections begin with this. */
    public void layer(Layer over) {
        layer = over;
    }

    /** Writes this to each connection at its begin. */
    public void greeting(byte[] bytes) {
        greeting = bytes;
    }

    /** Writes to each open connection. */
    public void writeToAll(byte[] bytes) throws IOException {
        for (Socket each : open) {
            each.getOutputStream().write(bytes);
        }
    }

    public int open() {
        return open.size();
    }

    private static void begin(Runnable task) {
        Thread thread = new Thread(task, "other party: hostile server");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        try {
            while (true) {
                Socket socket = server.accept();
                socket.setTcpNoDelay(true);
                accepted.incrementAndGet();
                open.add(socket);
                begin(() -> serve(socket));
            }
        } catch (IOException e) {
            // it was closed
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            try {
                speak(layer.over(socket));
            } catch (End end) {
                socket.setSoLinger(end.reset, 0);
            }
        } catch (Exception e) {
            // the other side has gone
        } finally {
            open.remove(socket);
        }
    }

    private void speak(Socket socket) throws Exception {
        InputStream in = new BufferedInputStream(socket.getInputStream());
        socket.getOutputStream().write(greeting);
        String request;
        while ((request = reader.read(in)) != null) {
            answers.write(request, socket.getOutputStream());
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
        for (Socket each : open) {
            each.close();
        }
    }
}
