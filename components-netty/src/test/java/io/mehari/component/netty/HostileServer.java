package io.mehari.component.netty;

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
final class HostileServer implements AutoCloseable {
    /** Reads a request, and returns what identifies it; null at the end of the connection. */
    interface Reader {
        @Nullable
        String read(InputStream in) throws IOException;
    }

    /** Writes what comes back for a request. */
    interface Answers {
        void write(String request, OutputStream out) throws Exception;
    }

    static final Reader LINES = LineServer::readLine;

    /** The last part of the path identifies a request. */
    static final Reader HTTP = in -> {
        HttpFixtures.Parsed request = HttpFixtures.read(in);
        return request == null ? null : request.firstLine().replaceAll(".*/(\\w+) HTTP/1.1", "$1");
    };

    final AtomicInteger accepted = new AtomicInteger();
    final int port;
    private final ServerSocket server;
    private final Reader reader;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private volatile Answers answers;
    private volatile byte[] greeting = {};

    HostileServer(Reader reader, Answers answers) throws IOException {
        this.reader = reader;
        this.answers = answers;
        server = new ServerSocket(0, 500, InetAddress.getByName("localhost"));
        port = server.getLocalPort();
        begin(this::accept);
    }

    void answers(Answers others) {
        answers = others;
    }

    /** Writes this to each connection at its begin. */
    void greeting(byte[] bytes) {
        greeting = bytes;
    }

    /** Writes to each open connection. */
    void writeToAll(byte[] bytes) throws IOException {
        for (Socket each : open) {
            each.getOutputStream().write(bytes);
        }
    }

    int open() {
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
            InputStream in = new BufferedInputStream(socket.getInputStream());
            socket.getOutputStream().write(greeting);
            String request;
            while ((request = reader.read(in)) != null) {
                answers.write(request, socket.getOutputStream());
            }
        } catch (Exception e) {
            // the other side has gone
        } finally {
            open.remove(socket);
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
