package orders;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.Exchange;
import io.mehari.ProducerTemplate;
import io.mehari.RoutingContext;
import io.mehari.component.kafka.KafkaConstants;
import io.mehari.component.mock.MockEndpoint;
import io.mehari.component.netty.NettyConstants;
import io.mehari.testing.Chaos;
import io.mehari.testing.SimulatedTime;
import io.mehari.testing.SimulationExtension;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The routes in simulated time, with a database in memory, without HTTP and Kafka. */
@ExtendWith(SimulationExtension.class)
class OrderRoutesTest {
    private static final String SADDLE = "{\"id\": \"7\", \"item\": \"a saddle\", \"quantity\": 1}";

    // region start
    private static MockEndpoint start(RoutingContext context) throws Exception {
        context.getGlobalOptions()
                .putAll(Map.of(
                        "orders.database", "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1",
                        "orders.intake", "direct:intake",
                        "orders.status", "direct:status",
                        "orders.health", "direct:health",
                        "orders.metrics", "direct:metrics",
                        "orders.out", "mock:out",
                        "orders.in", "direct:in",
                        "orders.dead", "mock:dead"));
        context.addRoutes(new OrderRoutes());
        context.start();
        return MockEndpoint.resolve(context, "mock:out");
    }

    private static Exchange post(ProducerTemplate template, String json) {
        return template.request("direct:intake", request -> request.setBody(json));
    }

    private static int status(Exchange answer) {
        return answer.getMessage().getHeader(NettyConstants.HTTP_RESPONSE_CODE, Integer.class);
    }
    // endregion

    @Test
    void anOrderIsStoredAndSent(RoutingContext context, ProducerTemplate template, SimulatedTime time)
            throws Exception {
        MockEndpoint out = start(context);
        out.expectedBodiesReceived("{\"id\":\"7\",\"item\":\"a saddle\",\"quantity\":1}");
        out.expectedHeaderReceived(KafkaConstants.KEY, "7");

        assertThat(status(post(template, SADDLE))).isEqualTo(201);
        time.advance(Duration.ofSeconds(1));
        out.assertIsSatisfied();
        assertThat(template.requestBody("direct:health", null, String.class)).isEqualTo("0 orders wait to be sent");
        assertThat(template.requestBody("direct:metrics", null, String.class))
                .contains("orders_outbox 0.0")
                .contains("mehari_exchanges_total");
    }

    @Test
    void anOrderThatComesTwiceIsStoredOnce(RoutingContext context, ProducerTemplate template, SimulatedTime time)
            throws Exception {
        MockEndpoint out = start(context);
        assertThat(status(post(template, SADDLE))).isEqualTo(201);
        assertThat(status(post(template, SADDLE))).isEqualTo(200);
        time.advance(Duration.ofSeconds(1));
        assertThat(out.getReceivedCounter()).isOne();
    }

    @Test
    void whatIsNoOrderIsRefused(RoutingContext context, ProducerTemplate template) throws Exception {
        start(context);
        Map<String, String> answers = Map.of(
                "{", "not an order in JSON: Unexpected end-of-input",
                "null", "id must have 1 to 100 characters",
                "{\"id\": \"7\", \"item\": \" \", \"quantity\": 0}",
                        "item must have 1 to 100 characters; quantity must be 1 to 1000",
                "{\"id\": \"7\", \"itme\": \"a saddle\"}", "not an order in JSON: Unrecognized field \"itme\"");
        answers.forEach((json, answer) -> {
            Exchange refused = post(template, json);
            assertThat(status(refused)).isEqualTo(400);
            assertThat(refused.getMessage().getBody(String.class)).startsWith(answer);
        });
    }

    // region retries
    @Test
    void theClientHearsOfADatabaseThatFails(
            RoutingContext context, ProducerTemplate template, SimulatedTime time, Chaos chaos) throws Exception {
        chaos.at("insert").fails(1, 2, () -> new SQLException("no connection")).fails(4, 7, SQLException::new);
        start(context);
        assertThat(status(post(template, SADDLE))).isEqualTo(201); // the third attempt
        assertThat(time.elapsed()).isEqualTo(Duration.ofMillis(100 + 200));

        Exchange answer = post(template, SADDLE); // attempts 4 to 7
        assertThat(status(answer)).isEqualTo(503);
        assertThat(answer.getMessage().getHeader("Retry-After")).isEqualTo(1);
    }

    @Test
    void ordersWaitForKafkaInTheirOrder(
            RoutingContext context, ProducerTemplate template, SimulatedTime time, Chaos chaos) throws Exception {
        chaos.at("mock:out").fails(2, 9, () -> new IOException("no broker"));
        MockEndpoint out = start(context);
        for (int i = 1; i <= 3; i++) {
            post(template, SADDLE.replace("7", String.valueOf(i)));
        }
        time.advance(Duration.ofSeconds(5));
        assertThat(out.getReceivedExchanges())
                .extracting(record -> record.getHeader(KafkaConstants.KEY))
                .containsExactly("1", "2", "3");
    }
    // endregion

    @Test
    void whatComesTwiceIsShippedOnce(RoutingContext context, ProducerTemplate template) throws Exception {
        start(context);
        template.sendBody("direct:in", SADDLE);
        Exchange again = template.send("direct:in", record -> record.setBody(SADDLE));
        assertThat(again.getProperty(Exchange.DUPLICATE_MESSAGE, Boolean.class)).isTrue();
        assertThat(template.requestBody("direct:metrics", null, String.class)).contains("orders_duplicates_total 1.0");
    }

    @Test
    void aRecordThatIsNoOrderIsADeadLetter(RoutingContext context, ProducerTemplate template) throws Exception {
        start(context);
        template.sendBody("direct:in", "dates");
        assertThat(MockEndpoint.resolve(context, "mock:dead")
                        .getReceivedExchanges()
                        .get(0)
                        .getBody())
                .isEqualTo("dates");
    }

    @Test
    void aFailureToShipIsLeftToKafka(RoutingContext context, ProducerTemplate template, Chaos chaos) throws Exception {
        chaos.at("insert-shipment").fails(1, 4, () -> new SQLException("no connection"));
        start(context);
        assertThat(template.send("direct:in", record -> record.setBody(SADDLE)).getException())
                .isInstanceOf(SQLException.class); // so its offset is not committed
        template.sendBody("direct:in", SADDLE);
    }
}
