package orders;

import io.mehari.Exchange;
import io.mehari.RoutingContext;
import io.mehari.builder.RouteBuilder;
import io.mehari.component.kafka.KafkaConstants;
import io.mehari.component.netty.NettyConstants;
import io.mehari.micrometer.MicrometerMetrics;
import io.mehari.spi.LifecycleStrategy;
import io.micrometer.core.instrument.Counter;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;

/** All routes of the application. Where they begin and end is in orders.properties. */
public final class OrderRoutes extends RouteBuilder {
    private static final String STATUS = NettyConstants.HTTP_RESPONSE_CODE;
    private static final String ROW = "row";
    private static final Duration LONGER_THAN_KAFKA_KEEPS = Duration.ofDays(30);

    @Override
    public void configure() throws Exception {
        Database database = new Database(getContext().resolvePropertyPlaceholders("{{orders.database}}"));
        var meters = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        var extension = getContext().getRoutingContextExtension();
        extension.addLifecycleStrategy(new MicrometerMetrics(meters));
        extension.addLifecycleStrategy(new LifecycleStrategy() {
            @Override
            public void onContextStopped(RoutingContext context) {
                database.close();
            }
        });

        intake();
        store(database);
        outbox(database);
        ship(database, meters.counter("orders.duplicates"));
        watch(database, meters);
    }

    // region intake
    private void intake() {
        from("{{orders.intake}}")
                .routeId("intake")
                .onException(Order.Invalid.class)
                .handled(true)
                .setHeader(STATUS, constant(400))
                .setBody(exceptionMessage())
                .end()
                .process(request -> request.setBody(Order.read(request.getBody(byte[].class))))
                .doTry()
                .to("seda:accepted?timeout=5000") // waits for the end of the route "store", and blocks no thread
                .doCatch(Exception.class) // the queue is full, the database fails or is slow
                .log("An order was not stored: ${exception.message}")
                .setHeader(STATUS, constant(503))
                .setHeader("Retry-After", constant(1))
                .setBody(constant("Send the order again, with the same id"));
    }
    // endregion

    // region store
    private void store(Database database) {
        from("seda:accepted?size=1000&concurrentConsumers=4")
                .routeId("store")
                .errorHandler(defaultErrorHandler()
                        .maximumRedeliveries(3)
                        .redeliveryDelay(100)
                        .backOffMultiplier(2))
                .process(accepted -> {
                    Order order = accepted.getBody(Order.class);
                    boolean isNew = database.store(order, order.json());
                    accepted.setHeader(STATUS, isNew ? 201 : 200);
                    accepted.setBody("order " + order.id() + (isNew ? " is stored" : " was stored before"));
                })
                .id("insert");
    }
    // endregion

    // region outbox
    private void outbox(Database database) {
        from("timer:outbox?delay=0&period=100ms")
                .routeId("outbox")
                .process(tick -> tick.setBody(database.unsent(500)))
                .split(body())
                .stopOnException() // what was not sent is still in the table at the next tick
                .process(row -> {
                    Database.Unsent unsent = row.getBody(Database.Unsent.class);
                    row.setProperty(ROW, unsent);
                    row.setHeader(KafkaConstants.KEY, unsent.orderId());
                    row.setBody(unsent.json());
                })
                .to("{{orders.out}}") // goes on when the brokers have the record
                .process(row -> database.sent(row.getProperty(ROW, Database.Unsent.class)));
    }
    // endregion

    // region ship
    private void ship(Database database, Counter duplicates) {
        from("{{orders.in}}")
                .routeId("ship") // what fails all the same comes again from Kafka, until it succeeds
                .errorHandler(defaultErrorHandler()
                        .maximumRedeliveries(3)
                        .redeliveryDelay(100)
                        .backOffMultiplier(2))
                .onException(Order.Invalid.class) // no attempt will do better
                .handled(true)
                .useOriginalMessage()
                .to("{{orders.dead}}")
                .end()
                .process(record -> {
                    if (!database.ship(Order.read(record.getBody(byte[].class)))) {
                        duplicates.increment();
                        record.setProperty(Exchange.DUPLICATE_MESSAGE, true);
                    }
                })
                .id("insert-shipment");

        from("timer:forget?period=1h")
                .routeId("forget")
                .process(tick -> database.forget(Instant.now().minus(LONGER_THAN_KAFKA_KEEPS)));
    }
    // endregion

    // region watch
    private void watch(Database database, PrometheusMeterRegistry meters) {
        meters.gauge("orders.outbox", database, OrderRoutes::waiting);
        from("{{orders.status}}").routeId("status").process(request -> {
            String state = database.state(request.getHeader("id", String.class));
            request.setHeader(STATUS, state == null ? 404 : 200);
            request.setBody(state == null ? "no such order" : state);
        });
        from("{{orders.health}}").routeId("health").process(request -> {
            double waiting = waiting(database);
            request.setHeader(STATUS, Double.isNaN(waiting) ? 503 : 200);
            request.setBody(Double.isNaN(waiting) ? "the database fails" : (long) waiting + " orders wait to be sent");
        });
        from("{{orders.metrics}}").routeId("metrics").process(request -> request.setBody(meters.scrape()));
    }

    private static double waiting(Database database) {
        try {
            return database.waiting();
        } catch (SQLException e) {
            return Double.NaN;
        }
    }
    // endregion
}
