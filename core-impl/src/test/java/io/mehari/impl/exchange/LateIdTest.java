package io.mehari.impl.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.Exchange;
import io.mehari.ProducerTemplate;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.spi.UuidGenerator;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A correlation id is created when it is first read. It equals the id of the original, whichever is read first. */
class LateIdTest {

    private final DefaultRoutingContext context = new DefaultRoutingContext();
    private final ProducerTemplate template = context.createProducerTemplate();

    @AfterEach
    void stop() {
        context.stop();
    }

    private AbstractExchange exchange() {
        return new DefaultExchange(context);
    }

    private AbstractExchange correlated(AbstractExchange original) {
        AbstractExchange copy = original.copy();
        copy.correlateWith(original);
        return copy;
    }

    @Test
    void itDoesNotMatterWhichIsReadFirst() {
        AbstractExchange original = exchange();
        AbstractExchange one = correlated(original);
        AbstractExchange two = correlated(original);
        String id = one.getCorrelationId();

        assertThat(id).isNotNull();
        assertThat(original.getExchangeId()).isEqualTo(id);
        assertThat(two.getProperty(Exchange.CORRELATION_ID)).isEqualTo(id);
        assertThat(two.copy().getCorrelationId()).isEqualTo(id);
        assertThat(two.getExchangeId()).isNotEqualTo(id);
    }

    @Test
    void anIdThatWasReadBeforeIsTheOne() {
        AbstractExchange original = exchange();
        String id = original.getExchangeId();

        assertThat(correlated(original).getCorrelationId()).isEqualTo(id);
    }

    @Test
    void anotherIdOfTheOriginalIsThatOfLaterCopiesAlone() {
        AbstractExchange original = exchange();
        AbstractExchange before = correlated(original);
        original.setExchangeId("mine");

        assertThat(correlated(original).getCorrelationId()).isEqualTo("mine");
        assertThat(before.getCorrelationId()).isNotEqualTo("mine").isNotNull();
    }

    @Test
    void idsAreComparedWithoutMakingThem() {
        AtomicInteger made = new AtomicInteger();
        UuidGenerator generator = () -> "id" + made.incrementAndGet();
        LateId one = new LateId();
        LateId two = new LateId();

        assertThat(LateId.areSame(one, one)).isTrue();
        assertThat(LateId.areSame(one, two)).isFalse();
        assertThat(LateId.areSame(one, null)).isFalse();
        assertThat(LateId.areSame(one, "id1")).isFalse();
        assertThat(made).hasValue(0);
        assertThat(one.text(generator)).isEqualTo("id1");
        assertThat(LateId.areSame("id1", one)).isTrue();
        assertThat(LateId.areSame(one, two)).isFalse();
    }

    @Test
    void twoThreadsThatReadItAtOnceReadTheSame() throws Exception {
        for (int round = 0; round < 200; round++) {
            AbstractExchange original = exchange();
            AbstractExchange copy = correlated(original);
            CyclicBarrier both = new CyclicBarrier(2);
            FutureTask<String> other = new FutureTask<>(() -> {
                both.await(10, TimeUnit.SECONDS);
                return copy.getCorrelationId();
            });
            new Thread(other).start();
            both.await(10, TimeUnit.SECONDS);
            assertThat(original.getExchangeId()).isEqualTo(other.get(10, TimeUnit.SECONDS));
        }
    }

    /** After a fan-out the message has the correlation id that it had before, unless a branch has set another one. */
    @Test
    void aMulticastLeavesTheCorrelationIdAsItWas() throws Exception {
        List<Exchange> parts = new ArrayList<>();
        context.addRoutes(r -> {
            r.from("direct:a").multicast().process(parts::add).process(parts::add);
            r.from("direct:b").multicast().process(exchange -> exchange.setProperty(Exchange.CORRELATION_ID, "own"));
        });
        context.start();
        Exchange plain = template.send("direct:a", exchange -> {});
        Exchange given = template.send("direct:a", exchange -> exchange.setProperty(Exchange.CORRELATION_ID, "c"));
        Exchange set = template.send("direct:b", exchange -> {});

        assertThat(plain.getProperty(Exchange.CORRELATION_ID)).isNull();
        assertThat(given.getProperty(Exchange.CORRELATION_ID)).isEqualTo("c");
        assertThat(set.getProperty(Exchange.CORRELATION_ID)).isEqualTo("own");
        assertThat(parts)
                .extracting(part -> part.getProperty(Exchange.CORRELATION_ID))
                .containsExactly(
                        plain.getExchangeId(), plain.getExchangeId(), given.getExchangeId(), given.getExchangeId());
    }
}
