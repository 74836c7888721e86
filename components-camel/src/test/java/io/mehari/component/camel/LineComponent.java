package io.mehari.component.camel;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousSocketChannel;
import java.nio.channels.CompletionHandler;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.camel.AsyncCallback;
import org.apache.camel.Consumer;
import org.apache.camel.Endpoint;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangePattern;
import org.apache.camel.Processor;
import org.apache.camel.Producer;
import org.apache.camel.support.DefaultAsyncProducer;
import org.apache.camel.support.DefaultComponent;
import org.apache.camel.support.DefaultConsumer;
import org.apache.camel.support.DefaultEndpoint;

/**
 * A component of Camel that sends and receives a {@link Line} over TCP for each message, and for its answer. Its
 * consumer blocks its threads, and its producer blocks none.
 */
final class LineComponent extends DefaultComponent {
    private static final int MOST_BYTES = 8_192;

    @Override
    protected Endpoint createEndpoint(String uri, String remaining, Map<String, Object> parameters) {
        long timeout = getAndRemoveParameter(parameters, "timeout", Long.class, 20_000L);
        URI to = URI.create("line://" + remaining);
        return new LineEndpoint(uri, this, to.getHost(), to.getPort(), timeout);
    }

    private static final class LineEndpoint extends DefaultEndpoint {
        final String host;
        final int port;
        final long timeout;

        LineEndpoint(String uri, LineComponent component, String host, int port, long timeout) {
            super(uri, component);
            this.host = host;
            this.port = port;
            this.timeout = timeout;
        }

        @Override
        public Producer createProducer() {
            return new LineProducer(this);
        }

        @Override
        public Consumer createConsumer(Processor processor) {
            return new LineConsumer(this, processor);
        }
    }

    private static final class LineConsumer extends DefaultConsumer {
        private final LineEndpoint endpoint;
        private ServerSocket server;
        private Thread accepting;

        LineConsumer(LineEndpoint endpoint, Processor processor) {
            super(endpoint, processor);
            this.endpoint = endpoint;
        }

        private static Thread run(String name, Runnable task) {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            thread.start();
            return thread;
        }

        @Override
        protected void doStart() throws Exception {
            super.doStart();
            ServerSocket open = new ServerSocket(endpoint.port);
            server = open;
            accepting = run("line server", () -> {
                while (!open.isClosed()) {
                    try {
                        Socket socket = open.accept();
                        run("line connection", () -> serve(socket, open));
                    } catch (IOException e) {
                        // the server is closed, or the client has gone
                    }
                }
            });
        }

        private void serve(Socket socket, ServerSocket server) {
            try (socket) {
                InputStream from = socket.getInputStream();
                OutputStream to = socket.getOutputStream();
                for (Line line = Line.read(from); line != null; line = server.isClosed() ? null : Line.read(from)) {
                    to.write(answer(line).bytes());
                    to.flush();
                }
            } catch (IOException e) {
                // the client has gone
            }
        }

        private Line answer(Line line) {
            Exchange exchange = createExchange(false);
            exchange.setPattern(ExchangePattern.InOut);
            line.copyTo(exchange);
            try {
                getProcessor().process(exchange);
            } catch (Exception e) {
                exchange.setException(e);
            }
            Line answer = exchange.isFailed() ? Line.REFUSED : Line.of(exchange);
            releaseExchange(exchange, false);
            return answer;
        }

        /** What is in the route is answered. */
        @Override
        protected void doStop() throws Exception {
            server.close();
            accepting.join(); // until then a client may connect
            super.doStop();
        }
    }

    private static final class LineProducer extends DefaultAsyncProducer {
        private final LineEndpoint endpoint;
        private final Set<Call> open = ConcurrentHashMap.newKeySet();

        LineProducer(LineEndpoint endpoint) {
            super(endpoint);
            this.endpoint = endpoint;
        }

        @Override
        public boolean process(Exchange exchange, AsyncCallback callback) {
            try {
                InetSocketAddress address = new InetSocketAddress(endpoint.host, endpoint.port);
                if (address.isUnresolved()) {
                    throw new UnknownHostException(endpoint.host);
                }
                Call call = new Call(exchange, callback);
                open.add(call);
                call.channel.connect(address, null, call.next());
                return false;
            } catch (IOException e) {
                exchange.setException(e);
                callback.done(true);
                return true;
            }
        }

        @Override
        protected void doStop() throws Exception {
            for (Call each : open) {
                each.channel.close();
            }
            super.doStop();
        }

        private final class Call {
            final AsynchronousSocketChannel channel = AsynchronousSocketChannel.open();
            private final Exchange exchange;
            private final AsyncCallback callback;
            private final ByteBuffer request;
            private final ByteBuffer answer = ByteBuffer.allocate(MOST_BYTES);
            private final AtomicBoolean done = new AtomicBoolean();

            Call(Exchange exchange, AsyncCallback callback) throws IOException {
                this.exchange = exchange;
                this.callback = callback;
                this.request = ByteBuffer.wrap(Line.of(exchange).bytes());
            }

            <V> CompletionHandler<V, Void> next() {
                return new CompletionHandler<>() {
                    @Override
                    public void completed(V count, Void unused) {
                        goOn(count);
                    }

                    @Override
                    public void failed(Throwable failure, Void unused) {
                        end(() -> exchange.setException(failure));
                    }
                };
            }

            private void goOn(Object count) {
                if (Integer.valueOf(-1).equals(count)) {
                    end(() -> exchange.setException(new IOException("the server has cut the connection")));
                } else if (request.hasRemaining()) {
                    channel.write(request, null, next());
                } else if (answer.position() > 0 && answer.get(answer.position() - 1) == '\n') {
                    Line line = Line.parse(new String(answer.array(), 0, answer.position() - 1, Line.CHARSET));
                    end(() -> line.copyTo(exchange));
                } else {
                    channel.read(answer, endpoint.timeout, TimeUnit.MILLISECONDS, null, next());
                }
            }

            private void end(Runnable outcome) {
                if (done.compareAndSet(false, true)) {
                    open.remove(this);
                    try {
                        channel.close();
                    } catch (IOException e) {
                        // it is of no use any more
                    }
                    outcome.run();
                    callback.done(false);
                }
            }
        }
    }
}
