package io.mehari.impl.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.mehari.Exchange;
import io.mehari.ExchangePattern;
import io.mehari.impl.CapturedLog;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.impl.ShelfComponent;
import io.mehari.spi.ExchangeFactory;
import io.mehari.spi.PoolStatistics;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** X1 to X3 for one thread: a released exchange is reused, has nothing of the former message, and has one owner. */
class ExchangePoolLawsTest {

    private final CapturedLog log = new CapturedLog(ExchangePool.class);
    private final DefaultRoutingContext context = new DefaultRoutingContext();
    private final Exchanges pool = Pools.in(context, 4, false);

    ExchangePoolLawsTest() {
        context.getRoutingContextExtension().setClock(() -> 42);
    }

    @AfterEach
    void closeLog() {
        log.close();
    }

    private Exchange create() {
        return pool.create(ExchangePattern.InOnly);
    }

    private boolean release(Exchange exchange) {
        return Pools.release(exchange);
    }

    @Test
    void x1_aReleasedExchangeIsReusedAndCounted() {
        Set<Exchange> seen = new HashSet<>();
        for (int i = 0; i < 1_000; i++) {
            Exchange parent = create();
            Exchange child = pool.copy(parent);
            seen.add(parent);
            seen.add(child);
            assertThat(pool.statistics().inUse()).isEqualTo(2);
            assertThat(release(child)).isTrue();
            assertThat(release(parent)).isTrue();
        }
        assertThat(seen).hasSize(2);
        assertThat(pool.statistics()).usingRecursiveComparison().isEqualTo(new PoolStatistics(2_000, 2_000, 0, 2, 4));
        assertThat(pool.statistics().inUse()).isZero();
    }

    @Test
    void x1_beyondTheCapacityExchangesAreMadeAndNotKept() {
        List<Exchange> all = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            all.add(create());
        }
        assertThat(new HashSet<>(all)).hasSize(10);
        assertThat(pool.statistics()).usingRecursiveComparison().isEqualTo(new PoolStatistics(10, 0, 0, 4, 4));
        for (Exchange exchange : all) {
            assertThat(release(exchange)).isTrue();
            assertThat(release(exchange)).as("a second time").isFalse();
        }
        assertThat(pool.statistics()).usingRecursiveComparison().isEqualTo(new PoolStatistics(10, 10, 10, 4, 4));
        List<Exchange> again = List.of(create(), create(), create(), create());
        assertThat(all.subList(0, 4)).containsExactlyInAnyOrderElementsOf(again);
        assertThat(all).doesNotContain(create());
    }

    @Test
    void x1_capacityMustBePositive() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Exchanges(context, 0, false))
                .withMessageContaining("0");
    }

    @Test
    void x1_factoriesOfEndpointsShareThePool() {
        ShelfComponent.ShelfEndpoint endpoint = ShelfComponent.endpoint(context, "shelf:a");
        ExchangeFactory forEndpoint = pool.forEndpoint(endpoint);
        Exchange exchange = forEndpoint.create(ExchangePattern.InOut);
        assertThat(exchange.getFromEndpoint()).isSameAs(endpoint);
        assertThat(exchange.getPattern()).isEqualTo(ExchangePattern.InOut);
        assertThat(release(exchange)).isTrue();
        Exchange next = create();
        assertThat(next).isSameAs(exchange);
        assertThat(next.getFromEndpoint()).isNull();
        assertThat(next.getPattern()).isEqualTo(ExchangePattern.InOnly);
    }

    @Test
    void x1_theContextsExchangesComeFromThePoolItWasGiven() {
        Exchange exchange = ShelfComponent.endpoint(context, "shelf:a").createExchange();
        assertThat(((AbstractExchange) exchange).isPooled()).isTrue();
        assertThat(pool.statistics().inUse()).isEqualTo(1);
    }

    @Test
    void x2_nothingOfOneMessageReachesTheNext() {
        Exchange exchange = create();
        FullExchange.fill(exchange);
        Map<String, Object> full = FullExchange.values(exchange);
        release(exchange);
        Exchange next = create();
        assertThat(next).isSameAs(exchange);

        Map<String, Object> fresh =
                FullExchange.values(new Exchanges(context, 1, false).create(ExchangePattern.InOnly));
        Map<String, Object> reused = FullExchange.values(next);
        assertThat(reused.remove("slot")).isSameAs(full.get("slot"));
        fresh.remove("slot");
        for (String counter : List.of("headerChanges", "propertyChanges")) {
            assertThat(reused.remove(counter)).isNotEqualTo(full.get(counter));
            fresh.remove(counter);
        }
        Origin origin = (Origin) reused.remove("origin");
        assertThat(fresh.remove("origin")).usingRecursiveComparison().isEqualTo(origin);
        assertThat(reused).isEqualTo(fresh);
        assertThat(next.hasHeaders()).isFalse();
        assertThat(next.getAllProperties()).isEmpty();
        assertThat(next.getUnitOfWork().isDone()).isFalse();
        assertThat(next.getCreated()).isEqualTo(42);
    }

    @Test
    void x2_iteratorsAndEntriesFromBeforeDoNotWriteToTheNextMessage() {
        Exchange exchange = create();
        exchange.setHeader("a", 1);
        exchange.setHeader("b", 2);
        Map.Entry<String, Object> entry =
                exchange.getHeaders().entrySet().iterator().next();
        java.util.Iterator<String> names = exchange.getHeaders().keySet().iterator();
        names.next();
        release(exchange);
        Exchange next = create();
        next.setHeader("x", 1);
        entry.setValue("written");
        org.assertj.core.api.Assertions.assertThatExceptionOfType(java.util.ConcurrentModificationException.class)
                .isThrownBy(names::remove);
        assertThat(next.getHeaders()).isEqualTo(Map.of("x", 1));
    }

    @Test
    void x2_releasingACopyLeavesWhatItShared() {
        for (int size : new int[] {3, 25}) {
            Exchange parent = create();
            for (int i = 0; i < size; i++) {
                parent.setHeader("k" + i, i);
                parent.setProperty("k" + i, i);
            }
            Exchange child = pool.copy(parent);
            release(child);
            Exchange next = create();
            assertThat(next).isSameAs(child);
            next.setHeader("k0", "next");
            next.setProperty("k0", "next");
            assertThat(parent.getHeaders()).hasSize(size).containsEntry("k0", 0);
            assertThat(parent.getProperties()).hasSize(size).containsEntry("k0", 0);
            release(next);
            release(parent);
        }
    }

    @Test
    void x3_aSecondReleaseIsRefused() {
        Exchange exchange = create();
        assertThat(Pools.release(exchange)).isTrue();
        assertThat(Pools.release(exchange)).isFalse();
        assertThat(release(exchange)).as("once more").isFalse();
        assertThat(List.of(create(), create())).doesNotHaveDuplicates();
        assertThat(log.messages()).hasSize(2).allMatch(message -> message.contains("released twice"));
        assertThat(pool.statistics().refused()).isEqualTo(2);
    }

    @Test
    void x1_anExchangeGoesBackToItsOwnPool() {
        Exchange plain = new DefaultExchange(context);
        plain.setBody("plain");
        assertThat(pool.release(plain)).isFalse();
        assertThat(plain.getBody()).isEqualTo("plain");

        Exchanges other = new Exchanges(context, 4, false);
        assertThat(pool.release(other.create(ExchangePattern.InOnly))).isTrue();
        assertThat(other.statistics()).usingRecursiveComparison().isEqualTo(new PoolStatistics(1, 1, 0, 1, 4));
        assertThat(pool.statistics()).usingRecursiveComparison().isEqualTo(new PoolStatistics(0, 0, 0, 0, 4));
    }

    @Test
    void u3_aReleaseRunsRemainingCompletions() {
        List<ExchangeFactory> factories =
                List.of(pool, new Exchanges(context, 4, true), new Exchanges(Origin.of(context)));
        for (ExchangeFactory factory : factories) {
            List<String> journal = new ArrayList<>();
            Exchange exchange = factory.create(ExchangePattern.InOnly);
            exchange.setBody("seen by completions");
            exchange.getExchangeExtension().addOnCompletion(new RecordedCompletion("first", journal));
            exchange.getExchangeExtension().addOnCompletion(new RecordedCompletion("second", journal) {
                @Override
                public void onFailure(Exchange failed) {
                    super.onFailure(failed);
                    journal.add(String.valueOf(failed.getBody()));
                }
            });
            exchange.setException(new IllegalStateException("x"));
            Pools.release(exchange);
            assertThat(journal).containsExactly("second failure", "seen by completions", "first failure");
            Pools.release(exchange);
            assertThat(journal).as("a second release").hasSize(3);
        }
    }

    @Test
    void u2_aReleaseAfterTheEndRunsNothingAgain() {
        List<String> journal = new ArrayList<>();
        Exchange exchange = create();
        exchange.getExchangeExtension().addOnCompletion(new RecordedCompletion("once", journal));
        ((AbstractExchange) exchange).end();
        assertThat(release(exchange)).isTrue();
        assertThat(journal).containsExactly("once complete");
    }

    @Test
    void x2_aReleaseByACompletionIsRefused() {
        List<String> journal = new ArrayList<>();
        Exchange exchange = create();
        exchange.setBody("its own");
        exchange.getExchangeExtension().addOnCompletion(new RecordedCompletion("runs later", journal) {
            @Override
            public void onComplete(Exchange completed) {
                journal.add(String.valueOf(completed.getBody()));
            }
        });
        exchange.getExchangeExtension().addOnCompletion(new RecordedCompletion("releasing", journal) {
            @Override
            public void onComplete(Exchange completed) {
                journal.add(String.valueOf(release(completed)));
            }
        });
        ((AbstractExchange) exchange).end();
        assertThat(journal).containsExactly("false", "its own");
        assertThat(log.messages()).singleElement().asString().contains("by one of its own completions");
        assertThat(release(exchange)).as("when it is done").isTrue();
        assertThat(create().getUnitOfWork().isDone()).isFalse();
    }

    @Test
    void x3_theDefaultFactoryReusesNothing() {
        Exchanges plain = new Exchanges(Origin.of(context));
        Exchange exchange = plain.create(ExchangePattern.InOut);
        exchange.setBody("b");
        assertThat(plain.release(exchange)).isFalse();
        assertThat(plain.copy(exchange).getBody()).isEqualTo("b");
        assertThat(plain.create(ExchangePattern.InOut)).isNotSameAs(exchange);
        assertThat(exchange.getPattern()).isEqualTo(ExchangePattern.InOut);
    }

    // ---- what was seen in the peer

    @Test
    void fault12_aPropertyOfOneMessageDoesNotReachTheNextThroughAChild() {
        Exchange parent = create();
        parent.setProperty("tenant", "A");
        parent.setBody("the whole original body");
        Exchange child = pool.copy(parent);
        child.setBody("part");
        child.getExchangeExtension().setSplit(0, 1, true);
        ((AbstractExchange) child).setFailureHandled(true);
        release(child);
        release(parent);
        for (Exchange next : List.of(create(), create())) {
            assertThat(next.getProperties()).isEmpty();
            assertThat(next.getAllProperties()).isEmpty();
            assertThat(next.getBody()).isNull();
            assertThat(((AbstractExchange) next).isFailureHandled()).isFalse();
        }
    }

    @Test
    void fault12_aReleasedChildLeavesItsParentsTime() {
        Exchange parent = create();
        parent.getExchangeExtension().setCreated(7);
        Exchange child = pool.copy(parent);
        assertThat(child.getCreated()).isEqualTo(7);
        release(child);
        assertThat(parent.getCreated()).isEqualTo(7);
        assertThat(create().getCreated()).isEqualTo(42);
    }

    @Test
    void fault12_aDoubleReleaseDoesNotHandOneExchangeToTwoOwners() {
        Exchange exchange = create();
        Pools.release(exchange);
        Pools.release(exchange);
        Exchange one = create();
        Exchange two = create();
        assertThat(one).isNotSameAs(two);
    }
}
