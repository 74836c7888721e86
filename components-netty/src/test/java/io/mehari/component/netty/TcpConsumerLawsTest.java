package io.mehari.component.netty;

import io.mehari.laws.Answer;
import io.mehari.laws.ConsumerFixture;
import io.mehari.laws.ConsumerLaws;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;

/** The laws of the receiving side, for text lines; the other party is a blocking socket of the JDK. */
class TcpConsumerLawsTest extends ConsumerLaws {

    @Override
    protected ConsumerFixture newFixture() throws Exception {
        return new Lines(Ports.free());
    }

    static class Lines implements ConsumerFixture {
        final int port;

        Lines(int port) {
            this.port = port;
        }

        @Override
        public String uri(int maxInFlight) {
            return "netty:tcp://localhost:" + port + "?textline=true&decoderMaxLineLength=1000000&maxInFlight="
                    + maxInFlight;
        }

        @Override
        public int longMessage() {
            return 200_000;
        }

        Socket connect() throws IOException {
            Socket socket = new Socket("localhost", port);
            socket.setSoTimeout(60_000);
            return socket;
        }

        @Override
        public Session open() throws IOException {
            return new LineSession(connect());
        }

        @Override
        public boolean hasHeaders() {
            return false;
        }

        @Override
        public boolean cutAfter(int bytes, String body) throws IOException {
            byte[] whole = (body + "\n").getBytes(StandardCharsets.UTF_8);
            if (bytes >= whole.length) {
                return false;
            }
            try (Socket socket = connect()) {
                socket.getOutputStream().write(Arrays.copyOf(whole, bytes));
            }
            return true;
        }

        @Override
        public String uriWithPassword(String password) {
            return "netty:tcp://localhost:" + port + "?textline=true&ssl=true&certificateFile=/none/of.pem"
                    + "&keyFile=/none/of.key&passphrase=" + password;
        }
    }

    /** Sends lines, and reads the answers. */
    static final class LineSession implements ConsumerFixture.Session {
        private final Socket socket;
        private final BufferedReader in;

        LineSession(Socket socket) throws IOException {
            this.socket = socket;
            this.in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
        }

        @Override
        public Answer send(String body, Map<String, String> headers) throws IOException {
            socket.getOutputStream().write((body + "\n").getBytes(StandardCharsets.UTF_8));
            try {
                String line = in.readLine();
                return line == null ? Answer.NONE : Answer.of(line);
            } catch (java.net.SocketException e) {
                return Answer.NONE; // cut
            }
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }
}
