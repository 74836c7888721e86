package io.mehari.connectors;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.LongAdder;

/** The HTTP server of the JDK, with the maximum number of threads of Mehari's route. */
final class JdkPeer implements Peer {
    private static final int THREADS = 16;

    private final ArrayBlockingQueue<byte[]> queue = new ArrayBlockingQueue<>(QUEUE);

    @Override
    public void start() {}

    @Override
    public void serve(int port, LongAdder taken) throws IOException {
        Peer.take(queue, taken);
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1_024);
        server.setExecutor(Executors.newFixedThreadPool(THREADS));
        server.createContext("/echo", exchange -> answer(exchange, 200, body(exchange)));
        server.createContext("/queue", exchange -> {
            try {
                queue.put(body(exchange));
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
            answer(exchange, 202, new byte[0]);
        });
        server.start();
    }

    private static byte[] body(HttpExchange exchange) throws IOException {
        return exchange.getRequestBody().readAllBytes();
    }

    private static void answer(HttpExchange exchange, int status, byte[] body) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", "text/plain");
        exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    @Override
    public Sender sender(int port, boolean waits) {
        throw new UnsupportedOperationException("The JDK's server does not send");
    }
}
