package io.mehari.component.kafka;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.common.protocol.ApiKeys;

/**
 * A proxy between clients and a broker. It can hold back or cut the broker's answers to requests that append records.
 * It forwards all other answers.
 */
final class ProduceProxy implements Closeable {
    private final int port;
    private final int target;
    private final String threads;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();

    /** The length of the last answer to a request that appends records. */
    final AtomicInteger lastLength = new AtomicInteger();

    // ---- guarded by this
    private ServerSocket listener;
    private boolean holding;
    private Integer cut;

    /** @param threads prefix for the names of its threads */
    ProduceProxy(int port, int target, String threads) {
        this.port = port;
        this.target = target;
        this.threads = threads;
    }

    synchronized void start() throws IOException {
        ServerSocket made = new ServerSocket(port, 50, InetAddress.getLoopbackAddress());
        listener = made;
        run(() -> accept(made));
    }

    private void run(Runnable task) {
        Thread thread = new Thread(task, threads + " proxy");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept(ServerSocket from) {
        while (!from.isClosed()) {
            try {
                Socket client = from.accept();
                open.add(client);
                Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
                open.add(server);
                if (from.isClosed()) {
                    cutAll();
                }
                Set<Integer> asked = ConcurrentHashMap.newKeySet();
                run(() -> passRequests(client, server, asked));
                run(() -> passAnswers(server, client, asked));
            } catch (IOException e) {
                // the proxy is closed
            }
        }
    }

    // ---- requests and answers, each after its length

    private void passRequests(Socket client, Socket server, Set<Integer> asked) {
        try (client;
                server) {
            DataInputStream in = new DataInputStream(new BufferedInputStream(client.getInputStream()));
            DataOutputStream out = new DataOutputStream(server.getOutputStream());
            while (true) {
                byte[] request = read(in);
                ByteBuffer header = ByteBuffer.wrap(request, Integer.BYTES, request.length - Integer.BYTES);
                short kind = header.getShort();
                short unusedVersion = header.getShort();
                if (kind == ApiKeys.PRODUCE.id) {
                    asked.add(header.getInt());
                }
                out.write(request);
            }
        } catch (IOException e) {
            // one of the two sides has closed
        } finally {
            forget(client, server);
        }
    }

    private void passAnswers(Socket server, Socket client, Set<Integer> asked) {
        try (client;
                server) {
            DataInputStream in = new DataInputStream(new BufferedInputStream(server.getInputStream()));
            DataOutputStream out = new DataOutputStream(client.getOutputStream());
            while (true) {
                byte[] answer = read(in);
                int passed = answer.length;
                if (asked.remove(ByteBuffer.wrap(answer).getInt(Integer.BYTES))) {
                    lastLength.set(answer.length);
                    passed = awaitRelease(answer.length);
                }
                out.write(answer, 0, Math.min(passed, answer.length));
                if (passed < answer.length) {
                    return;
                }
            }
        } catch (IOException | InterruptedException e) {
            // one of the two sides has closed
        } finally {
            forget(client, server);
        }
    }

    /** Reads a message of the protocol: its length, and then its content. */
    private static byte[] read(DataInputStream in) throws IOException {
        int length = in.readInt();
        byte[] message = new byte[Integer.BYTES + length];
        ByteBuffer.wrap(message).putInt(length);
        in.readFully(message, Integer.BYTES, length);
        return message;
    }

    /** Waits until this answer may pass. Returns how many of its bytes may pass. */
    private synchronized int awaitRelease(int length) throws InterruptedException {
        while (holding) {
            wait();
        }
        int passed = cut == null ? length : cut;
        cut = null;
        return passed;
    }

    private void forget(Socket client, Socket server) {
        open.remove(client);
        open.remove(server);
    }

    // ---- effects on answers

    synchronized void hold() {
        holding = true;
    }

    synchronized void release() {
        holding = false;
        notifyAll();
    }

    /** The next answer is cut after this number of bytes, and the connection is closed. */
    synchronized void cutNextAnswer(int bytes) {
        cut = bytes;
    }

    /** Accepts no more connections, and closes all open ones. */
    @Override
    public void close() throws IOException {
        synchronized (this) {
            if (listener != null) {
                listener.close();
            }
        }
        cutAll();
    }

    private void cutAll() throws IOException {
        for (Socket each : open) {
            each.close();
        }
    }
}
