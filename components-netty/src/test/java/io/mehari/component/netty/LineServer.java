package io.mehari.component.netty;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ServerSocketFactory;

/** A server of text lines on the JDK's blocking sockets, one thread for each connection. */
public class LineServer {
    public static final int NO_CUT = -1;

    public final int port;
    public final ConcurrentLinkedQueue<String> received = new ConcurrentLinkedQueue<>();
    private final ServerSocketFactory sockets;
    private final AtomicInteger cut = new AtomicInteger(NO_CUT);
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private volatile CountDownLatch mayAnswer = new CountDownLatch(0);
    private volatile boolean running;
    private ServerSocket server;

    public LineServer(int port, ServerSocketFactory sockets) {
        this.port = port;
        this.sockets = sockets;
    }

    public synchronized void start() throws IOException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        do {
            server = bound(end);
        } while (server == null);
        running = true;
        begin(this::accept);
    }

    /** Null if the port is still in use: a closed server's port is free only when its thread has left accept(). */
    private ServerSocket bound(long end) throws IOException {
        ServerSocket bound = sockets.createServerSocket();
        bound.setReuseAddress(true);
        try {
            bound.bind(new InetSocketAddress("localhost", port), 500);
            return bound;
        } catch (BindException e) {
            bound.close();
            if (System.nanoTime() - end > 0) {
                throw e;
            }
            return null;
        }
    }

    private static void begin(Runnable task) {
        Thread thread = new Thread(task, "other party: line server");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        ServerSocket mine = server;
        try {
            while (running) {
                Socket socket = mine.accept();
                open.add(socket);
                if (running) {
                    begin(() -> serve(socket));
                } else {
                    socket.close(); // the system has accepted it while the server was closed
                }
            }
        } catch (IOException e) {
            // it was stopped
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            BufferedInputStream in = new BufferedInputStream(socket.getInputStream());
            OutputStream out = socket.getOutputStream();
            String line;
            while ((line = read(in)) != null) {
                received.add(line);
                mayAnswer.await();
                byte[] answer = answer(line);
                int bytes = cut.getAndSet(NO_CUT);
                if (bytes != NO_CUT) {
                    out.write(Arrays.copyOf(answer, bytes));
                    return;
                }
                out.write(answer);
            }
        } catch (IOException e) {
            // the other side has gone
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            open.remove(socket);
        }
    }

    /** The body of the next message; null at the end. */
    public String read(InputStream in) throws IOException {
        return readLine(in);
    }

    public static String readLine(InputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        int each;
        while ((each = in.read()) != '\n') {
            if (each < 0) {
                return null;
            }
            if (each != '\r') {
                line.write(each);
            }
        }
        return line.toString(StandardCharsets.UTF_8);
    }

    public byte[] answer(String body) {
        return ("re: " + body + "\n").getBytes(StandardCharsets.UTF_8);
    }

    public synchronized void stop() throws IOException {
        running = false;
        if (server != null) {
            server.close();
        }
        for (Socket each : new ArrayList<>(open)) {
            each.close();
        }
    }

    public void hold() {
        mayAnswer = new CountDownLatch(1);
    }

    public void release() {
        CountDownLatch held = mayAnswer;
        mayAnswer = new CountDownLatch(0);
        held.countDown();
    }

    public void cutNextAnswer(int bytes) {
        cut.set(bytes);
    }

    public int connections() {
        return open.size();
    }

    public List<String> received() {
        return new ArrayList<>(received);
    }
}
