package io.mehari.component.netty;

import io.mehari.laws.ProducerFixture;
import io.mehari.laws.ProducerLaws;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import javax.net.ServerSocketFactory;

/** The laws of the sending side, for text lines; the other party is a blocking server of the JDK. */
class TcpProducerLawsTest extends ProducerLaws {

    @Override
    protected ProducerFixture newFixture() throws Exception {
        return new Lines(Ports.free(), ServerSocketFactory.getDefault());
    }

    static class Lines implements ProducerFixture {
        final LineServer server;

        Lines(int port, ServerSocketFactory sockets) {
            server = new LineServer(port, sockets);
        }

        @Override
        public String uri(String options) {
            return "netty:tcp://localhost:" + server.port + "?textline=true" + (options.isEmpty() ? "" : "&" + options);
        }

        @Override
        public String uriOfUnknownHost() {
            return "netty:tcp://host.invalid:" + server.port + "?textline=true";
        }

        @Override
        public String timeout(long millis) {
            return "requestTimeout=" + millis;
        }

        @Override
        public String completion(String value) {
            return "completion=" + value;
        }

        @Override
        public String uriWithPassword(String password) {
            return uri("ssl=true&certificateFile=/none/of.pem&keyFile=/none/of.key&passphrase=" + password);
        }

        @Override
        public void start() throws IOException {
            server.start();
        }

        @Override
        public void stop() throws IOException {
            server.stop();
        }

        @Override
        public void hold() {
            server.hold();
        }

        @Override
        public void release() {
            server.release();
        }

        @Override
        public void cutNextAnswer(int bytes) {
            server.cutNextAnswer(bytes);
        }

        @Override
        public int answerLength(String body) {
            return ("re: " + body + "\n").length();
        }

        @Override
        public List<String> received() {
            return server.received();
        }

        @Override
        public Map<String, String> lastHeaders() {
            return Map.of();
        }

        @Override
        public void answerWith(Map<String, String> headers) {}

        @Override
        public boolean hasHeaders() {
            return false;
        }
    }
}
