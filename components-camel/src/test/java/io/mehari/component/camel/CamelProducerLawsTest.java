package io.mehari.component.camel;

import io.mehari.RoutingContext;
import io.mehari.laws.ProducerFixture;
import io.mehari.laws.ProducerLaws;
import java.io.IOException;
import java.io.OutputStream;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** The laws of connectors for {@code camel:} as an output, with a component of Camel that speaks TCP. */
class CamelProducerLawsTest extends ProducerLaws {
    private static final int NO_CUT = Integer.MAX_VALUE;

    @Override
    protected ProducerFixture newFixture() throws IOException {
        return new Fixture(CamelConsumerLawsTest.freePort());
    }

    /** A server that reads lines, one for each connection. */
    private static final class Fixture implements ProducerFixture {
        private final int port;
        private final List<String> received = new CopyOnWriteArrayList<>();
        private final Set<Socket> connections = ConcurrentHashMap.newKeySet();
        private final AtomicInteger cut = new AtomicInteger(NO_CUT);
        private volatile Map<String, String> lastHeaders = Map.of();
        private volatile Map<String, String> ofAnswers = Map.of();
        private volatile CountDownLatch mayAnswer = new CountDownLatch(0);
        private ServerSocket server;
        private Thread accepting;

        Fixture(int port) {
            this.port = port;
        }

        @Override
        public void prepare(RoutingContext context) {
            CamelConsumerLawsTest.prepare(context, "");
        }

        @Override
        public String uri(String options) {
            return "camel:line:localhost:" + port + (options.isEmpty() ? "" : "?" + options);
        }

        @Override
        public String uriOfUnknownHost() {
            return "camel:line:host.invalid:1";
        }

        @Override
        public String timeout(long millis) {
            return "timeout=" + millis;
        }

        @Override
        public String completion(String value) {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean hasOptionsOfMehari() {
            return false;
        }

        @Override
        public String uriWithPassword(String password) {
            return "camel:line:me:" + password + "@localhost:1?password=" + password + "&nonsense=1";
        }

        @Override
        public void start() throws IOException {
            ServerSocket open = new ServerSocket(port);
            server = open;
            accepting = run(() -> {
                while (!open.isClosed()) {
                    Socket socket = open.accept();
                    connections.add(socket);
                    run(() -> answer(socket));
                }
            });
        }

        private interface Task {
            void run() throws IOException, InterruptedException;
        }

        private static Thread run(Task task) {
            Thread thread = new Thread(
                    () -> {
                        try {
                            task.run();
                        } catch (IOException | InterruptedException e) {
                            // closed
                        }
                    },
                    OTHER_THREADS);
            thread.setDaemon(true);
            thread.start();
            return thread;
        }

        private void answer(Socket socket) throws IOException, InterruptedException {
            try (socket) {
                Line line = Line.read(socket.getInputStream());
                if (line == null) {
                    return;
                }
                lastHeaders = line.lowered();
                received.add(line.body());
                mayAnswer.await();
                byte[] answer = new Line("re: " + line.body(), ofAnswers).bytes();
                int most = cut.getAndSet(NO_CUT);
                OutputStream to = socket.getOutputStream();
                to.write(answer, 0, Math.min(most, answer.length));
            } finally {
                connections.remove(socket);
            }
        }

        @Override
        public void stop() throws IOException {
            if (server != null) {
                server.close();
                try {
                    accepting.join(); // until then a client may connect
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
            for (Socket each : connections) {
                each.close();
            }
        }

        @Override
        public void hold() {
            mayAnswer = new CountDownLatch(1);
        }

        @Override
        public void release() {
            mayAnswer.countDown();
        }

        @Override
        public void cutNextAnswer(int bytes) {
            cut.set(bytes < 0 ? NO_CUT : bytes);
        }

        @Override
        public int answerLength(String body) {
            return new Line("re: " + body, Map.of()).bytes().length;
        }

        @Override
        public List<String> received() {
            return received;
        }

        @Override
        public Map<String, String> lastHeaders() {
            return lastHeaders;
        }

        @Override
        public void answerWith(Map<String, String> headers) {
            ofAnswers = headers;
        }

        @Override
        public boolean hasHeaders() {
            return true;
        }
    }
}
