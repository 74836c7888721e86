package io.mehari.impl.engine;

import static io.mehari.builder.RouteBuilder.defaultErrorHandler;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.mehari.Exchange;
import io.mehari.Processor;
import io.mehari.builder.ErrorHandlerBuilder;
import io.mehari.builder.FailurePolicy;
import io.mehari.builder.Redelivery;
import io.mehari.builder.RouteBuilder;
import io.mehari.impl.exchange.PooledContext;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Delays of redeliveries that are given by a pattern or by the message, and hooks that are given by their names. */
@Timeout(60)
class RedeliveryDelayTest {
    private static final long AN_HOUR = 3_600_000;

    private final PooledContext mehari = new PooledContext(true);
    private final List<String> journal = new ArrayList<>();
    private int left = 2;

    @AfterEach
    void x1_createdIsReleased() {
        mehari.close();
    }

    private Processor failing(Processor before) {
        return exchange -> {
            if (left-- > 0) {
                before.process(exchange);
                throw new IllegalStateException("on purpose");
            }
        };
    }

    private static List<Long> delays(Redelivery redelivery, int... attempts) {
        return IntStream.of(attempts).mapToObj(redelivery::delayBefore).toList();
    }

    private static FailurePolicy policy(RouteBuilder builder) throws Exception {
        try (PooledContext of = new PooledContext(false)) {
            return builder.describe(of.context).get(0).getFailurePolicy();
        }
    }

    @Test
    void aPatternGivesTheDelaysFromEachNumberOn() throws Exception {
        FailurePolicy policy = policy(new RouteBuilder() {
            @Override
            public void configure() {
                errorHandler(defaultErrorHandler().maximumRedeliveries(-1).delayPattern("3:1000; 5:3000;10:5000"));
                onException(IOException.class).maximumRedeliveries(2).delayPattern("0:7");
                onException(IllegalStateException.class).maximumRedeliveries(2);
                from("direct:a").process(exchange -> {});
            }
        });
        assertThat(delays(policy.redelivery(), 1, 2, 3, 4, 5, 9, 10, 99))
                .containsExactly(0L, 0L, 1000L, 1000L, 3000L, 3000L, 5000L, 5000L);
        assertThat(delays(policy.clauses().get(0).redelivery(), 1, 9)).containsExactly(7L, 7L);
        assertThat(delays(policy.clauses().get(1).redelivery(), 2, 3))
                .as("that of the error handler")
                .containsExactly(0L, 1000L);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "3", "3:1000;", "a:b", "-1:5", "3:1000,5:3000"})
    void aPatternThatIsNoneIsRefused(String pattern) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> defaultErrorHandler().delayPattern(pattern))
                .withMessageContainingAll("delayPattern(\"" + pattern + "\")", "as in 3:1000;5:5000");
    }

    private static ErrorHandlerBuilder patient() {
        return defaultErrorHandler()
                .maximumRedeliveries(2)
                .redeliveryDelay(AN_HOUR)
                .maximumRedeliveryDelay(AN_HOUR);
    }

    @Test
    void aHeaderGivesTheDelayOfTheNextRedelivery() throws Exception {
        mehari.routes(r -> {
            r.errorHandler(patient());
            r.from("direct:a").process(failing(exchange -> exchange.setHeader(Exchange.REDELIVERY_DELAY, "1")));
        });
        assertThat(mehari.send("x").failure()).isNull();
    }

    @Test
    void theMaximumHoldsForThatHeaderToo() throws Exception {
        mehari.routes(r -> {
            r.errorHandler(defaultErrorHandler()
                    .maximumRedeliveries(2)
                    .redeliveryDelay(0)
                    .maximumRedeliveryDelay(1));
            r.from("direct:a").process(failing(exchange -> {}));
        });
        assertThat(mehari.send(exchange -> exchange.setHeader(Exchange.REDELIVERY_DELAY, AN_HOUR))
                        .failure())
                .isNull();
    }

    @Test
    void aHeaderThatIsNoNumberIsIgnored() throws Exception {
        mehari.routes(r -> {
            r.errorHandler(defaultErrorHandler().maximumRedeliveries(2).redeliveryDelay(0));
            r.from("direct:a").process(failing(exchange -> exchange.setHeader(Exchange.REDELIVERY_DELAY, "soon")));
        });
        assertThat(mehari.send("x").failure()).isNull();
    }

    @Test
    void aHookIsFoundByItsName() throws Exception {
        mehari.context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                Processor hook =
                        exchange -> journal.add("redelivery " + exchange.getHeader(Exchange.REDELIVERY_COUNTER));
                bindToRegistry("hook", hook);
                from("direct:a")
                        .errorHandler(defaultErrorHandler()
                                .maximumRedeliveries(2)
                                .redeliveryDelay(0)
                                .onRedeliveryRef("hook"))
                        .process(failing(exchange -> {}));
            }
        });
        mehari.context.start();

        assertThat(mehari.send("x").failure()).isNull();
        assertThat(journal).containsExactly("redelivery 1", "redelivery 2");
    }

    @Test
    void aHookThatIsNotBoundIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> mehari.context.addRoutes(r -> r.from("direct:a")
                        .errorHandler(defaultErrorHandler().onRedeliveryRef("hook"))
                        .process(exchange -> {})))
                .withMessageContainingAll("onRedeliveryRef(\"hook\")", "bind a Processor before the routes are added");
    }
}
