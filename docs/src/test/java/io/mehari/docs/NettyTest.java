package io.mehari.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mehari.Exchange;
import io.mehari.InvalidOptionException;
import io.mehari.component.netty.ConnectionFailedException;
import io.mehari.component.netty.NettyEndpoint;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The samples of the page about TCP. */
class NettyTest extends GuideSample {
    private int port;

    @BeforeEach
    void choosePort() throws IOException {
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
    }

    @Test
    void tcp() throws Exception {
        // region tcp
        String address = "netty:tcp://localhost:" + port + "?textline=true";
        context.addRoutes(r -> {
            r.from(address).setBody(line -> line.getBody(String.class).toUpperCase(Locale.ROOT));
            r.from("direct:shout").to(address);
        });
        context.start();
        assertThat(template.requestBody("direct:shout", "a saddle")).isEqualTo("A SADDLE");
        // endregion
        try (Socket socket = new Socket("localhost", port)) {
            socket.getOutputStream().write("by hand\n".getBytes(StandardCharsets.UTF_8));
            assertThat(new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))
                            .readLine())
                    .isEqualTo("BY HAND");
        }
    }

    @Test
    void queued() throws Exception {
        // region queued
        String journal = "netty:tcp://localhost:" + port + "?textline=true&sync=false&completion=Queued";
        context.addRoutes(r -> {
            r.from("direct:events").to(journal + "&onSendFailure=direct:lost");
            r.from("direct:lost").to("mock:lost");
        });
        context.start();
        template.sendBody("direct:events", "there is no server yet"); // returns at once
        // endregion
        mock("lost").expectedBodiesReceived("there is no server yet");
        mock("lost").assertIsSatisfied();
        Object failure = mock("lost").getExchanges().get(0).getProperty(Exchange.EXCEPTION_CAUGHT);
        assertThat(failure).isInstanceOf(ConnectionFailedException.class);
        assertThat(context.getEndpoint(journal + "&onSendFailure=direct:lost", NettyEndpoint.class)
                        .getFailedSends())
                .isEqualTo(1);
    }

    @Test
    void tls() throws Exception {
        // region tls
        context.addRoutes(r -> r.from("netty:tcp://0.0.0.0:7443?lengthField=4&ssl=true"
                        + "&certificateFile=/etc/mehari/server.pem&keyFile=/etc/mehari/server.key")
                .to("direct:orders"));
        // endregion
        assertThatThrownBy(context::start)
                .isInstanceOf(InvalidOptionException.class)
                .hasMessageContaining("server.pem");
    }
}
