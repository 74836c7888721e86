package io.mehari.component.camel;

import static io.mehari.builder.RouteBuilder.constant;
import static org.assertj.core.api.Assertions.assertThat;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import io.mehari.impl.DefaultRoutingContext;
import jakarta.mail.Address;
import jakarta.mail.internet.MimeMessage;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.camel.CamelContext;
import org.apache.camel.builder.RouteBuilder;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A client on the network does not tell a component of Camel what to do (law K4). */
@Timeout(60)
class DoorTest {
    private final DefaultRoutingContext context = new DefaultRoutingContext();
    private final JdbcDataSource database = new JdbcDataSource();
    private final AtomicReference<Object> header = new AtomicReference<>();
    private Connection open;
    private int port;

    @TempDir
    private Path folder;

    private int freePort() throws IOException {
        try (ServerSocket free = new ServerSocket(0)) {
            return free.getLocalPort();
        }
    }

    @BeforeEach
    void start() throws Exception {
        database.setUrl("jdbc:h2:mem:door;DB_CLOSE_DELAY=-1");
        open = database.getConnection();
        open.createStatement().execute("create table orders(id varchar(20))");
        port = freePort();
        context.getRegistry().bind("orders", database);
        context.addRoutes(route -> route.from("netty-http:http://localhost:" + port + "/orders")
                .process(exchange -> header.set(exchange.getHeader("CamelSqlQuery")))
                .to("camel:file:" + folder + "?fileName=in.txt")
                .to("camel:sql:insert into orders values ('one')?dataSource=#orders"));
        context.start();
    }

    @AfterEach
    void stop() throws SQLException {
        context.stop();
        open.createStatement().execute("shutdown");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Camel", "camel", "CAMEL", "cAMEl"})
    void k4_aClientOfHttpGivesNoInstructionsToComponentsOfCamel(String spelling) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://localhost:" + port + "/orders"))
                .header(spelling + "SqlQuery", "drop table orders")
                .header(spelling + "FileName", "chosen-by-the-client.txt")
                .header(spelling + "OverruleFileName", "chosen-by-the-client.txt")
                .POST(HttpRequest.BodyPublishers.ofString("an order"))
                .build();
        assertThat(HttpClient.newHttpClient()
                        .send(request, BodyHandlers.ofString())
                        .statusCode())
                .isEqualTo(200);
        assertThat(header.get()).isNull();
        try (ResultSet rows = open.createStatement().executeQuery("select id from orders")) {
            assertThat(rows.next()).isTrue();
            assertThat(rows.getString(1)).isEqualTo("one");
        }
        assertThat(Files.readString(folder.resolve("in.txt"))).isEqualTo("an order");
        assertThat(folder.resolve("chosen-by-the-client.txt")).doesNotExist();
    }

    private static void post(int port, String... headers) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://localhost:" + port + "/orders"))
                .headers(headers)
                .POST(HttpRequest.BodyPublishers.ofString("an order"))
                .build();
        assertThat(HttpClient.newHttpClient()
                        .send(request, BodyHandlers.ofString())
                        .statusCode())
                .isEqualTo(200);
    }

    /** What is read by {@code kafka:} of Camel 4.18.0, also if a Camel route comes before it. */
    @Test
    void k4a_aClientOfHttpDoesNotNameTheTopicOfCamelsKafka() throws Exception {
        int free = freePort();
        AtomicReference<Map<String, Object>> inCamel = new AtomicReference<>();
        CamelContext camel = ((CamelComponent) context.hasComponent("camel")).getCamelContext();
        camel.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:kafka")
                        .process(exchange ->
                                inCamel.set(new HashMap<>(exchange.getMessage().getHeaders())));
            }
        });
        context.addRoutes(route -> route.from("netty-http:http://localhost:" + free + "/orders?queryAsHeaders=true")
                .setHeader("kafka.PARTITION_KEY", constant("1"))
                .to("camel:direct:kafka"));
        post(free, "kafka.OVERRIDE_TOPIC", "chosen", "Kafka.KEY", "chosen", "orderId", "7");
        assertThat(inCamel.get()).containsEntry("orderId", "7").containsEntry("kafka.PARTITION_KEY", "1");
        assertThat(inCamel.get().keySet()).noneMatch(each -> each.matches("(?i)kafka\\.(override_topic|key)"));
    }

    @Test
    void k4a_aClientOfHttpDoesNotAddressAMail() throws Exception {
        int free = freePort();
        GreenMail server = new GreenMail(new ServerSetup(0, "127.0.0.1", "smtp"));
        server.start();
        try {
            String in = "localhost:" + free;
            String out = "127.0.0.1:" + server.getSmtp().getPort();
            // region mail
            context.addRoutes(r -> r.from("netty-http:http://" + in + "/orders")
                    .removeHeaders("*", "orderId")
                    .to("camel:smtp:" + out + "?to=orders@shop.example&subject=an+order"));
            // endregion
            post(free, "To", "a@evil.example", "Bcc", "b@evil.example", "Subject", "chosen", "orderId", "7");
            assertThat(server.waitForIncomingEmail(30_000, 1)).isTrue();
            MimeMessage mail = server.getReceivedMessages()[0];
            assertThat(server.getReceivedMessages()).hasSize(1);
            assertThat(mail.getAllRecipients()).extracting(Address::toString).containsExactly("orders@shop.example");
            assertThat(mail.getSubject()).isEqualTo("an order");
            assertThat(mail.getHeader("orderId")).containsExactly("7");
        } finally {
            server.stop();
        }
    }
}
