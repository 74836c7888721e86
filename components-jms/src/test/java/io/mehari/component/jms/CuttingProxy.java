package io.mehari.component.jms;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** Passes bytes between a client and a server, and cuts all connections after a number of them. */
final class CuttingProxy implements Closeable {
    private static final long NEVER = Long.MAX_VALUE;

    final int port;
    private final int target;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final AtomicLong leftToServer = new AtomicLong(NEVER);
    private final AtomicLong leftToClient = new AtomicLong(NEVER);
    final AtomicLong toServer = new AtomicLong();
    final AtomicLong toClient = new AtomicLong();
    private final ServerSocket listener;

    /** @param wanted the port, or 0 for any free one */
    CuttingProxy(int wanted, int target) throws IOException {
        this.target = target;
        listener = new ServerSocket(wanted, 50, InetAddress.getLoopbackAddress());
        port = listener.getLocalPort();
        start(this::accept);
    }

    void cutAfterToServer(long bytes) {
        leftToServer.set(bytes);
        if (bytes == 0) {
            cut();
        }
    }

    void cutAfterToClient(long bytes) {
        leftToClient.set(bytes);
        if (bytes == 0) {
            cut();
        }
    }

    /** Cuts the connections; those that are made from now on are not cut. */
    void cut() {
        leftToServer.set(NEVER);
        leftToClient.set(NEVER);
        open.forEach(CuttingProxy::closeQuietly);
        open.clear();
    }

    private static void start(Runnable task) {
        Thread thread = new Thread(task, "other party proxy");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket client = listener.accept();
                connect(client);
            } catch (IOException e) {
                // closed, or the server is down: the client sees it
            }
        }
    }

    private void connect(Socket client) throws IOException {
        Socket server;
        try {
            server = new Socket(InetAddress.getLoopbackAddress(), target);
        } catch (IOException e) {
            client.close();
            throw e;
        }
        client.setTcpNoDelay(true);
        server.setTcpNoDelay(true);
        open.add(client);
        open.add(server);
        start(() -> pass(client, server, leftToServer, toServer));
        start(() -> pass(server, client, leftToClient, toClient));
    }

    private void pass(Socket from, Socket to, AtomicLong left, AtomicLong count) {
        byte[] buffer = new byte[16_384];
        try (from;
                to) {
            InputStream in = from.getInputStream();
            int read;
            while ((read = in.read(buffer)) >= 0) {
                int length = read;
                long may = left.getAndUpdate(before -> before == NEVER ? NEVER : Math.max(0, before - length));
                int passed = (int) Math.min(may, read);
                count.addAndGet(passed); // first: an answer to these bytes may come before the next line of this thread
                to.getOutputStream().write(buffer, 0, passed);
                if (may != NEVER && may <= read) {
                    cut();
                    return;
                }
            }
        } catch (IOException e) {
            // cut
        } finally {
            open.remove(from);
            open.remove(to);
        }
    }

    private static void closeQuietly(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // it is closed
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
        cut();
    }
}
