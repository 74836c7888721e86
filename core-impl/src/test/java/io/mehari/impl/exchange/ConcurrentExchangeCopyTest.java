package io.mehari.impl.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.Exchange;
import io.mehari.collect.slots.Contents;
import io.mehari.impl.DefaultRoutingContext;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** E3 and E7: exchanges and threads. */
@Timeout(30)
class ConcurrentExchangeCopyTest {
    private static final int ROUNDS = 3_000;
    private static final int COPIERS = 2;

    private final DefaultRoutingContext context = new DefaultRoutingContext();

    @Test
    void e3_whatTheFirstOwnerWroteTheNextOneSees() throws Exception {
        SynchronousQueue<Exchange> queue = new SynchronousQueue<>();
        ExecutorService next = Executors.newSingleThreadExecutor();
        try {
            Future<Integer> sum = next.submit(() -> {
                int seen = 0;
                for (int i = 0; i < ROUNDS; i++) {
                    Exchange mine = queue.take();
                    seen += mine.getBody(Integer.class) - mine.getHeader("n", Integer.class);
                    seen += mine.getProperty(Exchange.SPLIT_INDEX, Integer.class) - i;
                }
                return seen;
            });
            for (int i = 0; i < ROUNDS; i++) {
                Exchange exchange = new DefaultExchange(context);
                exchange.setBody(i);
                exchange.setHeader("n", i);
                exchange.setProperty(Exchange.SPLIT_INDEX, i);
                queue.put(exchange);
            }
            assertThat(sum.get(20, TimeUnit.SECONDS)).isZero();
        } finally {
            next.shutdownNow();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 5, 20})
    void e7_copiesMadeAtOnceByTwoThreadsAreCorrectAndTheirOwn(int entries) throws Exception {
        List<Exchange> originals = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            originals.add(original(entries));
        }
        Map<String, Object> expected = new LinkedHashMap<>(original(entries).getHeaders());

        List<List<Exchange>> copies = copyAllAtOnce(originals, expected);

        for (int round = 0; round < ROUNDS; round++) {
            Exchange original = originals.get(round);
            assertThat(original.getHeaders()).isEqualTo(expected);
            assertThat(original.getProperties()).isEqualTo(expected);
            original.setHeader("k0", "original");
            original.setProperty("k0", "original");
            for (int thread = 0; thread < COPIERS; thread++) {
                Exchange copy = copies.get(thread).get(round);
                assertThat(copy.getBody()).isEqualTo("body");
                assertThat(copy.getHeader("k0")).isEqualTo("by " + thread);
                assertThat(copy.getHeader("own")).isEqualTo(thread);
                assertThat(copy.getHeaders()).hasSize(Math.max(entries, 1) + 1);
                assertThat(copy.getProperty("k0")).isEqualTo("by " + thread);
                assertThat(copy.getProperties()).hasSize(Math.max(entries, 1));
                assertThat(copy.getProperty(Exchange.LOOP_INDEX, Integer.class)).isEqualTo(7);
                assertThat(copy.getExchangeId()).isNotEqualTo(original.getExchangeId());
            }
        }
    }

    /** If an owner was not counted, another one could later write to a storage that is still shared. */
    @Test
    void e7_everyOwnerIsCountedWhenTwoThreadsCopyAsFastAsTheyCan() throws Exception {
        AbstractExchange original = (AbstractExchange) original(Contents.MOST_NAMES + 8);
        CyclicBarrier together = new CyclicBarrier(COPIERS);
        ExecutorService threads = Executors.newFixedThreadPool(COPIERS);
        int each = 500_000;
        try {
            Callable<Exchange> copier = () -> {
                together.await(20, TimeUnit.SECONDS);
                Exchange last = original;
                for (int i = 0; i < each; i++) {
                    last = original.copy();
                }
                return last;
            };
            for (Future<Exchange> last : threads.invokeAll(List.of(copier, copier))) {
                assertThat(last.get().getHeaders()).isEqualTo(original.getHeaders());
            }
        } finally {
            threads.shutdownNow();
        }
        for (Object storage : List.of(original.storage(true), original.storage(false))) {
            assertThat(FullExchange.values(storage)).containsEntry("otherOwners", (long) COPIERS * each);
        }
    }

    private Exchange original(int entries) {
        Exchange original = new DefaultExchange(context);
        original.setBody("body");
        original.setProperty(Exchange.LOOP_INDEX, 7);
        for (int i = 0; i < entries; i++) {
            original.setHeader("k" + i, "v" + i);
            original.setProperty("k" + i, "v" + i);
        }
        return original;
    }

    /** In each round all threads copy the same exchange at the same moment, look at the copy, and write to it. */
    private static List<List<Exchange>> copyAllAtOnce(List<Exchange> originals, Map<String, Object> expected)
            throws Exception {
        CyclicBarrier together = new CyclicBarrier(COPIERS);
        ExecutorService threads = Executors.newFixedThreadPool(COPIERS);
        try {
            List<Future<List<Exchange>>> results = new ArrayList<>();
            for (int thread = 0; thread < COPIERS; thread++) {
                int me = thread;
                Callable<List<Exchange>> copier = () -> {
                    List<Exchange> copies = new ArrayList<>();
                    for (Exchange original : originals) {
                        together.await(20, TimeUnit.SECONDS);
                        Exchange copy = original.copy();
                        assertThat(copy.getHeaders().equals(expected)).isTrue();
                        assertThat(copy.getProperties().equals(expected)).isTrue();
                        copy.setHeader("k0", "by " + me);
                        copy.setHeader("own", me);
                        copy.setProperty("k0", "by " + me);
                        copies.add(copy);
                    }
                    return copies;
                };
                results.add(threads.submit(copier));
            }
            List<List<Exchange>> copies = new ArrayList<>();
            for (Future<List<Exchange>> result : results) {
                copies.add(result.get(25, TimeUnit.SECONDS));
            }
            return copies;
        } finally {
            threads.shutdownNow();
        }
    }
}
