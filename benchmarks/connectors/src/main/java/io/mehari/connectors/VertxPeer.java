package io.mehari.connectors;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.atomic.LongAdder;

/** Vert.x, with one server for each processor. The servers share the port. */
final class VertxPeer implements Peer {
    private final Vertx vertx = Vertx.vertx();
    private final ArrayBlockingQueue<byte[]> queue = new ArrayBlockingQueue<>(QUEUE);

    @Override
    public void start() {}

    @Override
    public void serve(int port, LongAdder taken) throws Exception {
        Peer.take(queue, taken);
        HttpServerOptions options = new HttpServerOptions().setHost("127.0.0.1").setPort(port);
        for (int i = 0; i < Math.min(4, Runtime.getRuntime().availableProcessors()); i++) {
            vertx.createHttpServer(options)
                    .requestHandler(this::handle)
                    .listen()
                    .toCompletionStage()
                    .toCompletableFuture()
                    .get();
        }
    }

    private void handle(HttpServerRequest request) {
        request.body().onSuccess(body -> {
            if ("/echo".equals(request.path())) {
                request.response().putHeader("Content-Type", "text/plain").end(body);
                return;
            }
            try {
                queue.put(body.getBytes());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            request.response().setStatusCode(202).end();
        });
    }

    @Override
    public Sender sender(int port, boolean waits) {
        throw new UnsupportedOperationException("Vert.x is measured as a server alone");
    }
}
