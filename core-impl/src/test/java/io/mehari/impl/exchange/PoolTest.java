package io.mehari.impl.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.Exchange;
import io.mehari.ExchangePattern;
import io.mehari.RoutingContext;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.spi.PoolStatistics;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The laws of the pool, X1 to X3, with several threads. */
class PoolTest {

    private static final Logger QUIET = Logger.getLogger(ExchangePool.class.getName()); // kept: loggers are weak

    private final RoutingContext context = new DefaultRoutingContext("pool");

    PoolTest() {
        QUIET.setLevel(Level.OFF);
    }

    @AfterEach
    void stop() {
        context.stop();
        QUIET.setLevel(null);
    }

    // ---- owner stamps

    @Test
    void x3_noExchangeHasTwoOwners() throws Exception {
        acquireAndReleaseOnTwoThreads(1_000_000);
    }

    /** Prints how far it is; about half a minute. */
    @Test
    @Tag("slow")
    void x3_noExchangeHasTwoOwnersIn100MillionReleases() throws Exception {
        acquireAndReleaseOnTwoThreads(100_000_000);
    }

    private void acquireAndReleaseOnTwoThreads(int turns) throws Exception {
        Exchanges factory = new Exchanges(context, 5, false);
        Owner one = new Owner(factory, turns / 2, 1);
        Owner other = new Owner(factory, turns / 2, 2);
        together(one, other);

        assertThat(one.foreign + other.foreign).as("foreign exchanges").isZero();
        PoolStatistics statistics = factory.statistics();
        assertThat(statistics.acquired()).isEqualTo(turns);
        assertThat(statistics.released()).isEqualTo(turns);
        assertThat(statistics.inUse()).isZero();
        assertThat(statistics.refused()).isZero();
        assertThat(statistics.made()).isBetween(4, 5);
    }

    /** Holds up to four exchanges of a pool of five, so that both threads also find it empty. */
    private static final class Owner implements Turn {
        private final Exchanges factory;
        private final int turns;
        private int random;
        private final Exchange[] held = new Exchange[4];
        long foreign;

        Owner(Exchanges factory, int turns, int seed) {
            this.factory = factory;
            this.turns = turns;
            this.random = seed;
        }

        @Override
        public void run() {
            int percent = Math.max(turns / 100, 1);
            for (int i = 0; i < turns; i++) {
                random ^= random << 13;
                random ^= random >>> 17;
                random ^= random << 5;
                int place = random & 3;
                giveBack(place);
                take(place);
                if (turns > 10_000_000 && i % (10 * percent) == 0) {
                    System.out.println(Thread.currentThread().getName() + ": " + i / percent + " %");
                }
            }
            for (int place = 0; place < held.length; place++) {
                giveBack(place);
            }
        }

        private void take(int place) {
            Exchange exchange = factory.create(ExchangePattern.InOnly);
            if (exchange.getBody() != null || exchange.hasHeaders()) {
                foreign++;
            }
            exchange.setBody(this);
            held[place] = exchange;
        }

        private void giveBack(int place) {
            Exchange exchange = held[place];
            if (exchange != null) {
                if (exchange.getBody() != this) {
                    foreign++;
                }
                if (!Pools.release(exchange)) {
                    foreign++;
                }
            }
        }
    }

    // ---- releases

    @Test
    void x3_ofTwoReleasesAtOnceExactlyOneWins() throws Exception {
        int rounds = 20_000;
        Exchanges factory = new Exchanges(context, 1, false);
        AbstractExchange[] shared = {acquire(factory)};
        boolean[][] won = new boolean[2][rounds];
        CyclicBarrier next = new CyclicBarrier(2, () -> {
            if (shared[0].slot.changesOfHands() % 2 == 0) {
                shared[0] = acquire(factory);
            }
        });
        Turn[] turns = new Turn[2];
        for (int t = 0; t < 2; t++) {
            boolean[] mine = won[t];
            turns[t] = () -> {
                for (int i = 0; i < rounds; i++) {
                    next.await(10, TimeUnit.SECONDS);
                    mine[i] = Pools.release(shared[0]);
                }
            };
        }
        together(turns);

        for (int i = 0; i < rounds; i++) {
            assertThat(won[0][i] ^ won[1][i]).as("round %d", i).isTrue();
        }
        assertThat(factory.statistics().released()).isEqualTo(rounds);
        assertThat(factory.statistics().refused()).isEqualTo(rounds);
        assertThat(factory.statistics().made()).isEqualTo(1);
    }

    @Test
    void x1_acquiredOnOneThreadAndReleasedOnAnother() throws Exception {
        int turns = 20_000;
        Exchanges factory = new Exchanges(context, 3, false);
        SynchronousQueue<AbstractExchange> queue = new SynchronousQueue<>();
        List<String> wrong = Collections.synchronizedList(new ArrayList<>());
        Turn acquires = () -> {
            for (int i = 0; i < turns; i++) {
                AbstractExchange exchange = acquire(factory);
                if (exchange.getBody() != null || exchange.hasHeaders() || exchange.hasProperties()) {
                    wrong.add("not empty: " + exchange);
                }
                exchange.setBody(i);
                exchange.setHeader("number", i);
                exchange.setProperty("number", i);
                if (!queue.offer(exchange, 10, TimeUnit.SECONDS)) {
                    wrong.add("nobody took " + i);
                }
            }
        };
        Turn releases = () -> {
            for (int i = 0; i < turns; i++) {
                AbstractExchange exchange = queue.poll(10, TimeUnit.SECONDS);
                if (!Integer.valueOf(i).equals(exchange.getBody())
                        || !exchange.getBody().equals(exchange.getHeader("Number"))) {
                    wrong.add(exchange.getBody() + " instead of " + i);
                }
                if (!Pools.release(exchange)) {
                    wrong.add("refused: " + i);
                }
            }
        };
        together(acquires, releases);

        assertThat(wrong).isEmpty();
        assertThat(factory.statistics())
                .extracting(PoolStatistics::acquired, PoolStatistics::released)
                .containsExactly((long) turns, (long) turns);
    }

    // ---- statistics

    @Test
    void x1_acquiredEqualsReleasedWhenIdleAlsoBeyondTheCapacity() {
        for (boolean checked : new boolean[] {false, true}) {
            Exchanges factory = new Exchanges(context, 2, checked);
            List<Exchange> all = new ArrayList<>();
            Set<Exchange> distinct = Collections.newSetFromMap(new IdentityHashMap<>());
            for (int i = 0; i < 5; i++) {
                all.add(factory.create(ExchangePattern.InOnly));
            }
            distinct.addAll(all);
            assertThat(distinct).hasSize(5);
            assertThat(factory.statistics().inUse()).isEqualTo(5);
            for (Exchange each : all) {
                assertThat(Pools.release(each)).isTrue();
            }
            PoolStatistics idle = factory.statistics();
            assertThat(idle.acquired()).isEqualTo(5);
            assertThat(idle.released()).isEqualTo(5);
            assertThat(idle.made()).isEqualTo(checked ? 0 : 2);
        }
    }

    /** One busy slot is in use for the 2^31st time after a few minutes. */
    @Test
    void x1_theCountsExceedTheBitsOfAnInt() throws Exception {
        Exchanges factory = new Exchanges(context, 1, false);
        AbstractExchange exchange = acquire(factory);
        long changes = (1L << 32) - 3;
        VarHandle hands = MethodHandles.privateLookupIn(PoolSlot.class, MethodHandles.lookup())
                .findVarHandle(PoolSlot.class, "hands", long.class);
        hands.setVolatile(exchange.slot, changes);
        for (int i = 0; i < 4; i++) {
            assertThat(factory.statistics().inUse()).isEqualTo(1);
            assertThat(factory.statistics().acquired()).isEqualTo((changes + 1) / 2 + i);
            assertThat(Pools.release(exchange)).isTrue();
            assertThat(Pools.release(exchange)).isFalse();
            assertThat(factory.statistics().inUse()).isZero();
            assertThat(acquire(factory)).isSameAs(exchange);
        }
    }

    // ---- threads

    /** What a thread does. */
    private interface Turn {
        void run() throws Exception;
    }

    private static void together(Turn... turns) throws Exception {
        List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
        List<Thread> threads = new ArrayList<>();
        CyclicBarrier start = new CyclicBarrier(turns.length);
        for (Turn turn : turns) {
            Thread thread = new Thread(() -> {
                try {
                    start.await(10, TimeUnit.SECONDS);
                    turn.run();
                } catch (Throwable e) {
                    failures.add(e);
                }
            });
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(failures).isEmpty();
    }

    private static AbstractExchange acquire(Exchanges factory) {
        return factory.create(ExchangePattern.InOnly);
    }
}
