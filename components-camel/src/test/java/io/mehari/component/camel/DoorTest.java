package io.mehari.component.camel;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.impl.DefaultRoutingContext;
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
import java.util.concurrent.atomic.AtomicReference;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
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

    @BeforeEach
    void start() throws Exception {
        database.setUrl("jdbc:h2:mem:door;DB_CLOSE_DELAY=-1");
        open = database.getConnection();
        open.createStatement().execute("create table orders(id varchar(20))");
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
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
}
