package io.mehari.component.netty;

import io.mehari.laws.ProducerFixture;
import io.mehari.laws.ProducerLaws;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** The laws of the sending side, for HTTP; the other party is a blocking server of the JDK. */
class HttpProducerLawsTest extends ProducerLaws {

    @Override
    protected ProducerFixture newFixture() throws Exception {
        return new Http(new HttpFixtures.RawHttpServer(Ports.free()));
    }

    private record Http(HttpFixtures.RawHttpServer server) implements ProducerFixture {
        @Override
        public String uri(String options) {
            return "netty-http:http://localhost:" + server.port + "/law" + (options.isEmpty() ? "" : "?" + options);
        }

        @Override
        public String uriOfUnknownHost() {
            return "netty-http:http://host.invalid:" + server.port + "/law";
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
            return "netty-http:https://localhost:" + server.port + "/law?certificateFile=/none/of.pem"
                    + "&keyFile=/none/of.key&passphrase=" + password;
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
            return server.answer(body).length;
        }

        @Override
        public List<String> received() {
            return server.received();
        }

        @Override
        public Map<String, String> lastHeaders() {
            return server.requests.get(server.requests.size() - 1).headers();
        }

        @Override
        public void answerWith(Map<String, String> headers) {
            server.answerHeaders = headers;
        }

        @Override
        public boolean hasHeaders() {
            return true;
        }
    }
}
