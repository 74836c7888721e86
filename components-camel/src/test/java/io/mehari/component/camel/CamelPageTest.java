package io.mehari.component.camel;

import static io.mehari.builder.RouteBuilder.body;
import static io.mehari.builder.RouteBuilder.defaultErrorHandler;
import static org.assertj.core.api.Assertions.assertThat;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import io.mehari.Exchange;
import io.mehari.ProducerTemplate;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.spi.EventNotifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.camel.CamelContext;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The samples of the two pages about Camel, with real files, a database and a mail server. */
@Timeout(120)
class CamelPageTest {
    private final DefaultRoutingContext context = new DefaultRoutingContext();
    private final ProducerTemplate template = context.createProducerTemplate();
    private final BlockingQueue<Object> arrived = new LinkedBlockingQueue<>();

    @TempDir
    private Path folder;

    @AfterEach
    void stop() {
        context.close();
    }

    private Object next() throws InterruptedException {
        Object next = arrived.poll(30, TimeUnit.SECONDS);
        assertThat(next).isNotNull();
        return next;
    }

    @Test
    void files() throws Exception {
        JdbcDataSource dataSource = new JdbcDataSource();
        dataSource.setUrl("jdbc:h2:mem:files;DB_CLOSE_DELAY=-1");
        context.getRoutingContextExtension().addEventNotifier(new EventNotifier() {
            @Override
            public void onExchangeRedelivery(Exchange exchange, int attempt) {
                arrived.add(attempt);
            }
        });
        // region files
        context.getRegistry().bind("database", dataSource);
        context.addRoutes(r -> r.from("camel:file:" + folder + "?move=done/${file:name}&moveFailed=failed/${file:name}")
                .errorHandler(defaultErrorHandler().maximumRedeliveries(5).redeliveryDelay(500))
                .setBody(file -> file.getBody(String.class))
                .to("camel:sql:insert into orders values (:#CamelFileName, :#${body})?dataSource=#database"));
        context.start();
        // endregion
        CamelRoutesTest.put(folder, "a.txt", "3 kg of dates");
        assertThat(next()).isEqualTo(1); // there is no table
        try (Connection open = dataSource.getConnection()) {
            open.createStatement().execute("create table orders(file varchar(20), text varchar(100))");
            CamelRoutesTest.await(() -> Files.exists(folder.resolve("done/a.txt")));
            try (ResultSet rows = open.createStatement().executeQuery("select * from orders")) {
                assertThat(rows.next()).isTrue();
                assertThat(List.of(rows.getString(1), rows.getString(2))).containsExactly("a.txt", "3 kg of dates");
            }
        }
    }

    @Test
    void cron() throws Exception {
        // region cron
        context.addRoutes(r -> r.from("camel:quartz:reports?cron=0/1+*+*+*+*+?").to("direct:report"));
        // endregion
        context.addRoutes(r -> r.from("direct:report").process(exchange -> arrived.add("a report")));
        context.start();
        assertThat(next()).isEqualTo("a report");
    }

    @Test
    void mail() throws Exception {
        GreenMail server = new GreenMail(
                new ServerSetup[] {new ServerSetup(0, "127.0.0.1", "smtp"), new ServerSetup(0, "127.0.0.1", "imap")});
        server.start();
        try {
            server.setUser("orders@shop.example", "orders", "geheim");
            String out = "127.0.0.1:" + server.getSmtp().getPort();
            String in = "127.0.0.1:" + server.getImap().getPort();
            // region mail
            context.addRoutes(r -> {
                r.from("direct:order").to("camel:smtp:" + out + "?to=orders@shop.example&subject=an+order");
                r.from("camel:imap:" + in + "?username=orders&password=RAW(geheim)&delete=true&delay=100")
                        .process(mail -> arrived.add(mail.getHeader("Subject") + ": " + mail.getBody(String.class)));
            });
            // endregion
            context.start();
            template.sendBody("direct:order", "a saddle");
            assertThat(next().toString().strip()).isEqualTo("an order: a saddle");
        } finally {
            server.stop();
        }
    }

    @Test
    void json() throws Exception {
        // region json
        context.addRoutes(r -> r.from("direct:json")
                .to("camel:dataformat:jackson:unmarshal?unmarshalType=java.util.Map")
                .process(order -> arrived.add(order.getBody(Map.class).get("what"))));
        // endregion
        context.start();
        template.sendBody("direct:json", "{\"what\": \"dates\", \"kg\": 3}");
        assertThat(next()).isEqualTo("dates");
    }

    @Test
    void context() throws Exception {
        // region context
        CamelContext camel = new DefaultCamelContext();
        context.getRegistry().bind("camelContext", camel);
        camel.start();
        // endregion
        context.addRoutes(r -> r.from("camel:direct:in").process(exchange -> arrived.add("here")));
        context.start();
        camel.createProducerTemplate().sendBody("direct:in", "x");
        assertThat(next()).isEqualTo("here");
        camel.stop();
        assertThat(context.isStopped()).isTrue();
    }

    // ---- a hot route is moved

    private static void count(Map<String, Integer> counts, Object part) {
        counts.merge(part.toString(), 1, Integer::sum);
    }

    @Test
    void theMovedSplitDoesTheSame() throws Exception {
        Map<String, Integer> before = new ConcurrentSkipListMap<>();
        Map<String, Integer> after = new ConcurrentSkipListMap<>();
        DefaultCamelContext camel = new DefaultCamelContext();
        camel.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                // region before
                from("direct:orders")
                        .split(body())
                        .choice()
                        .when(simple("${body} startsWith 'express'"))
                        .to("direct:express")
                        .otherwise()
                        .to("direct:standard")
                        .end()
                        .end()
                        .to("direct:done");
                // endregion
                // region after
                from("direct:fast").to("mehari:direct:orders").to("direct:done");
                // endregion
                from("direct:express")
                        .process(each -> count(before, each.getMessage().getBody()));
                from("direct:standard")
                        .process(each -> count(before, each.getMessage().getBody()));
                from("direct:done")
                        .process(each -> arrived.add(each.getMessage().getBody()));
            }
        });
        // region moved
        context.addRoutes(r -> r.from("direct:orders")
                .split(body())
                .choice()
                .when(part -> part.getBody(String.class).startsWith("express"))
                .to("direct:express")
                .otherwise()
                .to("direct:standard")
                .end()
                .end());
        camel.getRegistry().bind("mehari", context);
        camel.start(); // starts the context of Mehari, too
        // endregion
        context.addRoutes(r -> {
            r.from("direct:express").process(each -> count(after, each.getBody()));
            r.from("direct:standard").process(each -> count(after, each.getBody()));
        });
        List<String> orders = List.of("express dates", "a saddle", "express water", "a saddle");
        camel.createProducerTemplate().sendBody("direct:orders", orders);
        camel.createProducerTemplate().sendBody("direct:fast", orders);
        camel.stop();
        assertThat(after)
                .isEqualTo(before)
                .isEqualTo(new TreeMap<>(Map.of("express dates", 1, "express water", 1, "a saddle", 2)));
        assertThat(arrived).containsExactly(orders, orders);
    }
}
