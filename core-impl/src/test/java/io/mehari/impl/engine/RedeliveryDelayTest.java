package io.mehari.impl.engine;

import static io.mehari.builder.RouteBuilder.defaultErrorHandler;
import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.Exchange;
import io.mehari.Processor;
import io.mehari.builder.ErrorHandlerBuilder;
import io.mehari.impl.exchange.PooledContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Delays of redeliveries that are given by a pattern or by the message, and hooks that are given by their names. */
@Timeout(60)
class RedeliveryDelayTest {
    private static final long AN_HOUR = 3_600_000;

    private final PooledContext mehari = new PooledContext(true);
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
}
