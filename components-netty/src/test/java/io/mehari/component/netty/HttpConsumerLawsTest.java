package io.mehari.component.netty;

import io.mehari.laws.ConsumerFixture;
import io.mehari.laws.ConsumerLaws;
import java.io.IOException;
import java.net.Socket;
import java.util.Arrays;
import java.util.Map;

/** The laws of the receiving side, for HTTP; the other party is a blocking socket of the JDK. */
class HttpConsumerLawsTest extends ConsumerLaws {

    @Override
    protected ConsumerFixture newFixture() throws Exception {
        int port = Ports.free();
        return new ConsumerFixture() {
            @Override
            public String uri(int maxInFlight) {
                return "netty-http:http://localhost:" + port + "/law?maxInFlight=" + maxInFlight;
            }

            @Override
            public Session open() throws IOException {
                return new HttpFixtures.HttpSession(port, "/law");
            }

            @Override
            public boolean hasHeaders() {
                return true;
            }

            @Override
            public int longMessage() {
                return 200_000;
            }

            @Override
            public boolean cutAfter(int bytes, String body) throws IOException {
                byte[] whole = HttpFixtures.request("POST", "/law", body, Map.of("X-Order", "7"));
                if (bytes >= whole.length) {
                    return false;
                }
                try (Socket socket = new Socket("localhost", port)) {
                    socket.getOutputStream().write(Arrays.copyOf(whole, bytes));
                }
                return true;
            }

            @Override
            public String uriWithPassword(String password) {
                return "netty-http:https://localhost:" + port + "/law?certificateFile=/none/of.pem"
                        + "&keyFile=/none/of.key&passphrase=" + password;
            }
        };
    }
}
