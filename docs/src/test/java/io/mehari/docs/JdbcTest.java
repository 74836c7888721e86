package io.mehari.docs;

import static io.mehari.builder.RouteBuilder.header;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mehari.Exchange;
import io.mehari.impl.DefaultRoutingContext;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import jdbc.KeyTable;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The table of keys on the page about JDBC; the rest of that page is from docs/samples/orders, and tested there. */
class JdbcTest extends GuideSample {
    private static final int KILLED = 137;

    @TempDir
    Path folder;

    private static DataSource source(Path folder) {
        JdbcDataSource source = new JdbcDataSource();
        source.setURL("jdbc:h2:file:" + folder.resolve("keys") + ";WRITE_DELAY=0;DB_CLOSE_DELAY=-1");
        return source;
    }

    @Test
    void keys() throws Exception {
        DataSource source = source(folder);
        // region keys
        KeyTable keys = new KeyTable(source);
        context.addRoutes(r -> {
            r.from("direct:orders")
                    .idempotentConsumer(header("id"), keys)
                    .to("mock:mails")
                    .end();
            r.from("timer:forget?period=1h")
                    .process(tick -> keys.forget(Instant.now().minus(Duration.ofDays(30))));
        });
        // endregion
        context.start();
        template.sendBodyAndHeader("direct:orders", "a saddle", "id", 7);
        template.sendBodyAndHeader("direct:orders", "a saddle", "id", 7);
        assertThat(mock("mails").getReceivedCounter()).isOne();

        mock("mails").whenExchangeReceived(2, failing -> failing.setException(new IllegalStateException("no mail")));
        assertThatThrownBy(() -> template.sendBodyAndHeader("direct:orders", "dates", "id", 8));
        assertThat(keys.contains("8")).isFalse();
        template.sendBodyAndHeader("direct:orders", "dates", "id", 8);
        assertThat(mock("mails").getReceivedCounter()).isEqualTo(3);

        keys.forget(Instant.now().plusSeconds(60));
        assertThat(keys.contains("7")).isFalse();
    }

    @Test
    void afterAKillWhatWasDoneIsKnownAndWhatWasNotDoneIsNew() throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Killed.class.getName(),
                        folder.toString())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isEqualTo(KILLED);

        context.addRoutes(r -> r.from("direct:orders")
                .idempotentConsumer(header("id"), new KeyTable(source(folder)))
                .to("mock:mails"));
        context.start();
        for (String id : new String[] {"done", "not done", "not done"}) {
            template.sendBodyAndHeader("direct:orders", id, "id", id);
        }
        assertThat(mock("mails").getReceivedExchanges())
                .extracting(Exchange::getBody)
                .containsExactly("not done");
    }

    /** Ends at once while it processes its second message. */
    static final class Killed {
        public static void main(String[] args) throws Exception {
            DefaultRoutingContext context = new DefaultRoutingContext();
            context.addRoutes(r -> r.from("direct:orders")
                    .idempotentConsumer(header("id"), new KeyTable(source(Path.of(args[0]))))
                    .process(order -> {
                        if (order.getBody().equals("not done")) {
                            Runtime.getRuntime().halt(KILLED);
                        }
                    }));
            context.start();
            for (String id : new String[] {"done", "not done"}) {
                context.createProducerTemplate().sendBodyAndHeader("direct:orders", id, "id", id);
            }
        }
    }
}
