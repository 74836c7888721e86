package io.mehari.component.camel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mehari.ExchangePattern;
import io.mehari.builder.RouteBuilder;
import io.mehari.builder.RouteDefinition;
import io.mehari.impl.DefaultRoutingContext;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.spring.spi.SpringTransactionPolicy;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;

/** A transaction of Camel and Spring, with a real database. A route of Mehari is within it, as long as it keeps its thread. */
@Timeout(60)
class TransactionTest {
    private static final int LATER_MILLIS = 200; // than the route waits for it

    private final DefaultRoutingContext mehari = new DefaultRoutingContext();
    private final DefaultCamelContext camel = new DefaultCamelContext();
    private JdbcTemplate rows;
    private ProducerTemplate template;

    @BeforeEach
    void begin() throws Exception {
        JdbcDataSource database = new JdbcDataSource();
        database.setUrl("jdbc:h2:mem:" + System.nanoTime() + ";DB_CLOSE_DELAY=-1");
        rows = new JdbcTemplate(database);
        rows.execute("create table rows (name varchar(20))");
        camel.getRegistry().bind("mehari", mehari);
        camel.getRegistry().bind("database", database);
        camel.getRegistry().bind("required", new SpringTransactionPolicy(new DataSourceTransactionManager(database)));
        camel.addRoutes(new org.apache.camel.builder.RouteBuilder() {
            @Override
            public void configure() {
                from("direct:in")
                        .transacted()
                        .to("sql:insert into rows values ('before')?dataSource=#database")
                        .to("mehari:direct:a")
                        .to("sql:insert into rows values ('after')?dataSource=#database");
            }
        });
        template = camel.createProducerTemplate();
    }

    @AfterEach
    void stop() {
        camel.stop();
        mehari.stop();
    }

    private static String insert(String name) {
        return "camel:sql:insert into rows values ('" + name + "')?dataSource=#database";
    }

    private void send(Consumer<RouteDefinition> steps) {
        mehari.getRegistry().bind("camelContext", camel);
        mehari.addRoutes(route -> {
            steps.accept(route.from("direct:a").to(insert("mehari")));
            route.from("seda:reply").to(insert("other")).delay(LATER_MILLIS);
            route.from("direct:part").to(insert("other"));
        });
        camel.start();
        template.sendBody("direct:in", List.of("x", "y"));
    }

    private List<String> rows() {
        return rows.queryForList("select distinct name from rows order by name", String.class);
    }

    @Test
    void aRouteThatKeepsItsThreadIsWithinTheTransaction() {
        send(route -> route.split(RouteBuilder.body()).to("direct:part"));
        assertThat(rows()).containsExactly("after", "before", "mehari", "other");
    }

    @Test
    void whatARouteHasWrittenIsRolledBackWithTheTransaction() {
        assertThatThrownBy(() -> send(route -> route.process(exchange -> {
                    throw new IllegalStateException("on purpose");
                })))
                .hasStackTraceContaining("on purpose");
        assertThat(rows()).isEmpty();
    }

    static Stream<Arguments> steps() {
        AtomicInteger attempts = new AtomicInteger();
        Consumer<RouteDefinition> delay = route -> route.delay(10).to(insert("other"));
        Consumer<RouteDefinition> threads = route -> route.threads(1).to(insert("other"));
        Consumer<RouteDefinition> redelivery = route -> route.errorHandler(RouteBuilder.defaultErrorHandler()
                        .maximumRedeliveries(1)
                        .redeliveryDelay(10))
                .process(exchange -> {
                    if (attempts.getAndIncrement() == 0) {
                        throw new IllegalStateException("once");
                    }
                })
                .to(insert("other"));
        Consumer<RouteDefinition> parallel = route -> route.split(RouteBuilder.body())
                .parallelProcessing()
                .to("direct:part")
                .delay(LATER_MILLIS);
        Consumer<RouteDefinition> reply = route -> route.to(ExchangePattern.InOut, "seda:reply");
        return Stream.of(
                Arguments.of("delay", delay),
                Arguments.of("threads", threads),
                Arguments.of("redelivery", redelivery),
                Arguments.of("parallel", parallel),
                Arguments.of("reply", reply));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("steps")
    void s6_aTransactionThatLosesItsThreadIsRolledBackAndWhatIsWrittenOnTheOtherStays(
            String name, Consumer<RouteDefinition> steps) {
        assertThatThrownBy(() -> send(steps))
                .hasStackTraceContaining("A transaction of Camel belongs to one thread")
                .hasStackTraceContaining("mehari://direct:a");
        assertThat(rows()).containsExactly("other");
    }

    /** Each part is done before the route waits for it, so the route goes on on its own thread, and nothing fails. */
    @Test
    void whatPartsOnOtherThreadsHaveWrittenStaysAlsoIfTheRouteKeepsItsThread() {
        Executor soon = part -> {
            Thread other = new Thread(part);
            other.start();
            assertThatNoException().isThrownBy(other::join);
        };
        Consumer<RouteDefinition> parts = route -> route.split(RouteBuilder.body())
                .executorService(soon)
                .to("direct:part")
                .end();
        assertThatThrownBy(() -> send(route -> {
                    parts.accept(route);
                    route.process(exchange -> {
                        throw new IllegalStateException("on purpose");
                    });
                }))
                .hasStackTraceContaining("on purpose");
        assertThat(rows()).containsExactly("other");
    }
}
