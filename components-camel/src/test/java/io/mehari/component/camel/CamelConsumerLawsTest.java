package io.mehari.component.camel;

import io.mehari.RoutingContext;
import io.mehari.laws.Answer;
import io.mehari.laws.ConsumerFixture;
import io.mehari.laws.ConsumerLaws;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.List;
import java.util.Map;

/** The laws of connectors for {@code camel:} as an input, with a component of Camel that speaks TCP. */
public class CamelConsumerLawsTest extends ConsumerLaws {
    private static final int PATIENCE_MILLIS = 5_000;

    /** Adds the component to the Camel of the context. */
    public static void prepare(RoutingContext context, String unused) {
        ((CamelComponent) context.hasComponent("camel")).getCamelContext().addComponent("line", new LineComponent());
    }

    static int freePort() throws IOException {
        try (ServerSocket free = new ServerSocket(0)) {
            return free.getLocalPort();
        }
    }

    @Override
    protected ConsumerFixture newFixture() throws IOException {
        return new Fixture(freePort());
    }

    private record Fixture(int port) implements ConsumerFixture {
        @Override
        public void prepare(RoutingContext context) {
            CamelConsumerLawsTest.prepare(context, "");
        }

        @Override
        public List<String> childPreparation() {
            return List.of(CamelConsumerLawsTest.class.getName(), "");
        }

        @Override
        public String uri(int maxInFlight) {
            return "camel:line:localhost:" + port + "?mehari.maxInFlight=" + maxInFlight;
        }

        @Override
        public Session open() throws IOException {
            return new LineSession(new Socket("localhost", port));
        }

        @Override
        public boolean hasHeaders() {
            return true;
        }

        @Override
        public boolean cutAfter(int bytes, String body) throws IOException {
            byte[] line = new Line(body, Map.of()).bytes();
            if (bytes >= line.length) {
                return false;
            }
            try (Socket socket = new Socket("localhost", port)) {
                socket.getOutputStream().write(line, 0, bytes);
            }
            return true;
        }

        @Override
        public String uriWithPassword(String password) {
            return "camel:line:me:" + password + "@localhost:1?password=" + password + "&nonsense=1";
        }
    }

    private record LineSession(Socket socket) implements ConsumerFixture.Session {
        @Override
        public Answer send(String body, Map<String, String> headers) throws IOException {
            socket.setSoTimeout(PATIENCE_MILLIS);
            socket.getOutputStream().write(new Line(body, headers).bytes());
            try {
                Line answer = Line.read(socket.getInputStream());
                return answer == null || answer.equals(Line.REFUSED)
                        ? Answer.NONE
                        : new Answer(true, answer.body(), answer.lowered());
            } catch (SocketTimeoutException e) {
                return Answer.NONE;
            }
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }
}
