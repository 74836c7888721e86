package io.mehari.impl;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.Exchange;
import io.mehari.ExchangePattern;
import io.mehari.impl.exchange.DefaultExchange;
import io.mehari.impl.exchange.Exchanges;
import io.mehari.impl.exchange.Pools;
import io.mehari.spi.MessageClock;
import java.lang.reflect.Field;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** E9: the creation time is taken once, and what takes it. */
@Timeout(30)
class MessageTimeTest {
    private static final long DEADLINE_SECONDS = 10;

    private final DefaultRoutingContext context = new DefaultRoutingContext();

    @AfterEach
    void stop() {
        context.stop();
    }

    @Test
    void e9_creationTimeIsTakenOnceAndCopiesInheritIt() {
        AtomicLong reads = new AtomicLong(100);
        context.getRoutingContextExtension().setClock(reads::incrementAndGet);
        Exchanges pool = new Exchanges(context, 4, false);

        Exchange exchange = new DefaultExchange(context);
        assertThat(exchange.getCreated()).isEqualTo(101);
        assertThat(exchange.copy().copy().getCreated()).isEqualTo(101);
        assertThat(pool.copy(exchange).getCreated()).isEqualTo(101);
        exchange.copyFrom(new DefaultExchange(context)); // 102
        assertThat(exchange.getCreated()).isEqualTo(101);

        Exchange pooled = pool.create(ExchangePattern.InOnly);
        assertThat(pooled.getCreated()).isEqualTo(103);
        Pools.release(pooled);
        assertThat(pool.create(ExchangePattern.InOnly).getCreated()).isEqualTo(104);
        assertThat(reads).hasValue(104);

        exchange.getExchangeExtension().setCreated(7);
        assertThat(exchange.copy().getCreated()).isEqualTo(7);
    }

    @Test
    void e9_preciseClockIsTheSystemsClock() {
        context.getRoutingContextExtension().setClock(Clocks.precise());
        long before = System.currentTimeMillis();
        long created = new DefaultExchange(context).getCreated();
        assertThat(created).isBetween(before, System.currentTimeMillis());
    }

    @Test
    void e9_clockThatIsOffGivesZero() {
        context.getRoutingContextExtension().setClock(Clocks.off());
        assertThat(new DefaultExchange(context).getCreated()).isZero();
    }

    @Test
    void e9_coarseTimeIsTheDefaultAndNearTheRealOne() {
        assertThat(context.getRoutingContextExtension().getClock()).isInstanceOf(CoarseClock.class);
        for (int i = 0; i < 1_000; i++) {
            long before = System.currentTimeMillis();
            long created = new DefaultExchange(context).getCreated();
            assertThat(created).isLessThanOrEqualTo(System.currentTimeMillis()).isGreaterThan(before - 5_000);
        }
    }

    @Test
    void e9_coarseTimeAdvances() {
        MessageClock clock = context.getRoutingContextExtension().getClock();
        long first = clock.millis();
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(DEADLINE_SECONDS);
        while (clock.millis() < first + 3 && System.nanoTime() < deadline) {
            Thread.onSpinWait();
        }
        assertThat(clock.millis()).isGreaterThanOrEqualTo(first + 3);
    }

    @Test
    void e9_coarseClocksThreadEndsWhenIdleAndStartsAgain() throws Exception {
        CoarseClock clock = new CoarseClock();
        assertThat(ticker(clock)).as("no thread before the first message").isNull();
        clock.millis();
        assertThat(ticker(clock)).as("no thread for one message").isNull();
        Thread first = readUntilItTicks(clock);
        assertThat(first.isDaemon()).isTrue();

        first.join(TimeUnit.SECONDS.toMillis(DEADLINE_SECONDS)); // no thread reads meanwhile
        assertThat(first.isAlive()).isFalse();
        assertThat(ticker(clock)).isNull();

        long before = System.currentTimeMillis();
        assertThat(clock.millis())
                .as("not the time at which it went to rest")
                .isBetween(before, System.currentTimeMillis());
        assertThat(readUntilItTicks(clock)).isNotSameAs(first);
        clock.close();
    }

    @Test
    void e9_coarseClocksThreadStaysWhileManyRead() throws Exception {
        CoarseClock clock = new CoarseClock();
        boolean stayed = false;
        for (int i = 0; i < 40 && !stayed; i++) { // not where the machine gave this thread no time during a rest
            Thread first = readUntilItTicks(clock);
            long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(250); // two rests and more
            while (System.nanoTime() < end) {
                clock.millis();
            }
            stayed = ticker(clock) == first;
        }
        assertThat(stayed).isTrue();
        clock.close();
    }

    /** The thread of a clock that is read as often as possible. */
    private static Thread readUntilItTicks(CoarseClock clock) throws Exception {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(DEADLINE_SECONDS);
        Thread ticker = null;
        while (ticker == null && System.nanoTime() < deadline) {
            for (int i = 0; i < 1_000; i++) {
                clock.millis();
            }
            ticker = ticker(clock);
        }
        assertThat(ticker).isNotNull();
        return ticker;
    }

    @Test
    void e9_noThreadIsLeftAfterTheContextHasStopped() throws Exception {
        context.start();
        assertThatNoThreadIsLeftAfterStop();
        context.start();
        assertThatNoThreadIsLeftAfterStop();
    }

    @Test
    void e9_noThreadIsLeftAfterStopOfAContextThatWasNeverStarted() throws Exception {
        assertThatNoThreadIsLeftAfterStop();
    }

    private void assertThatNoThreadIsLeftAfterStop() throws Exception {
        new DefaultExchange(context).getCreated();
        Thread ticker = readUntilItTicks(
                (CoarseClock) context.getRoutingContextExtension().getClock());
        context.stop();
        assertThat(ticker.isAlive()).isFalse();
    }

    @Test
    void e9_aClockThatIsReplacedLeavesNoThread() throws Exception {
        CoarseClock clock = new CoarseClock();
        context.getRoutingContextExtension().setClock(clock);
        Thread ticker = readUntilItTicks(clock);
        context.getRoutingContextExtension().setClock(Clocks.off());
        assertThat(ticker.isAlive()).isFalse();
    }

    private static Thread ticker(CoarseClock clock) throws ReflectiveOperationException {
        Field ticker = CoarseClock.class.getDeclaredField("ticker");
        ticker.setAccessible(true);
        synchronized (clock) {
            return (Thread) ticker.get(clock);
        }
    }
}
