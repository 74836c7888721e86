package step16;

import static org.assertj.core.api.Assertions.assertThat;

import course.Cost;
import course.Figures;
import course.Layout;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.openjdk.jol.info.GraphLayout;

/** What a pool saves, four faults of a simple pool, and how leases prevent them. */
class StepTest {
    private static final int POOLED = 16;

    /** The operations of a program, with a pool and without. */
    private interface Use {
        Exchange begin(Object body);

        void end(Exchange exchange);
    }

    private static Use pooled() {
        Before pool = new Before(POOLED);
        return new Use() {
            @Override
            public Exchange begin(Object body) {
                return pool.acquire(body);
            }

            @Override
            public void end(Exchange exchange) {
                pool.release(exchange);
            }
        };
    }

    private static Use plain() {
        return new Use() {
            @Override
            public Exchange begin(Object body) {
                return After.create(body);
            }

            @Override
            public void end(Exchange exchange) {}
        };
    }

    @Test
    void figures() {
        Use pooled = pooled();
        Use plain = plain();
        Figures.of(StepTest.class)
                .row("exchange created and released", Cost.of(() -> one(pooled)), Cost.of(() -> one(plain)))
                .secret("owners after a double release", owners(pooled()), owners(plain()))
                .secret("body read after the release", readLater(pooled()), readLater(plain()))
                .secret("correlation id of the next message", nextCorrelationId(pooled()), nextCorrelationId(plain()))
                .secret("kB of bodies kept by idle exchanges", keptBytes(pooled()) / 1000, keptBytes(plain()) / 1000)
                .check();
        assertThat(Layout.size(Exchange.class)).isEqualTo(80);
    }

    private static Exchange one(Use use) {
        Exchange exchange = use.begin("body");
        use.end(exchange);
        return exchange;
    }

    private static int owners(Use use) {
        Exchange exchange = use.begin("first");
        use.end(exchange);
        use.end(exchange);
        return use.begin("second") == use.begin("third") ? 2 : 1;
    }

    private static Object readLater(Use use) {
        Exchange mine = use.begin("its own");
        use.end(mine);
        Exchange another = use.begin("of another");
        assertThat(another.body).isEqualTo("of another");
        return mine.body;
    }

    private static String nextCorrelationId(Use use) {
        Exchange first = use.begin("first");
        first.correlationId = "of the first";
        use.end(first);
        String seen = use.begin("second").correlationId;
        return seen == null ? "none" : seen;
    }

    private static long keptBytes(Use use) {
        List<Exchange> burst = new ArrayList<>();
        for (int i = 0; i < POOLED; i++) {
            burst.add(use.begin(new byte[10_000]));
        }
        burst.forEach(use::end);
        burst.clear();
        return GraphLayout.parseInstance(use).totalSize();
    }

    // ---- leases

    @Test
    void aLeasedExchangeAllocatesNothing() {
        Leased pool = new Leased(POOLED);
        assertThat(Cost.of(() -> {
                            Exchange exchange = pool.acquire("body");
                            return pool.release(exchange, exchange.lease()) ? exchange : "refused";
                        })
                        .allocated())
                .isZero();
    }

    @Test
    void aSecondReleaseIsRefused() {
        Leased pool = new Leased(2);
        Exchange exchange = pool.acquire("first");
        int lease = exchange.lease();
        assertThat(pool.release(exchange, lease)).isTrue();
        assertThat(pool.release(exchange, lease)).isFalse();
        assertThat(pool.acquire("second")).isNotSameAs(pool.acquire("third"));
        assertThat(pool.acquire("there are two")).isNull();
    }

    @Test
    void aPreviousOwnerCannotEndTheNextLease() {
        Leased pool = new Leased(1);
        Exchange exchange = pool.acquire("first");
        int old = exchange.lease();
        pool.release(exchange, old);
        Exchange next = pool.acquire("second");
        assertThat(next).isSameAs(exchange);
        assertThat(pool.release(exchange, old)).isFalse();
        assertThat(next.body).isEqualTo("second");
        assertThat(pool.release(next, next.lease())).isTrue();
    }

    @Test
    void anIdleExchangeKeepsNoData() {
        Leased pool = new Leased(1);
        Exchange exchange = pool.acquire("first");
        exchange.correlationId = "of the first";
        pool.release(exchange, exchange.lease());
        assertThat(exchange.body).isNull();
        assertThat(exchange.correlationId).isNull();
    }
}
