package io.mehari.impl.pattern;

import static io.mehari.builder.RouteBuilder.body;
import static io.mehari.builder.RouteBuilder.header;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.mehari.Exchange;
import io.mehari.FailedToCreateRouteException;
import io.mehari.PredicateValidationException;
import io.mehari.Processor;
import io.mehari.TypeConversionException;
import io.mehari.impl.InCaller;
import io.mehari.impl.exchange.DefaultExchange;
import io.mehari.impl.exchange.PooledContext;
import io.mehari.spi.ThreadPoolRejectedPolicy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Steps that wait or change the thread, and {@code validate}. */
class TimeAndThreadsTest {

    private final PooledContext mehari = new PooledContext(true);
    private final List<String> journal = Collections.synchronizedList(new ArrayList<>());

    @AfterEach
    void x1_createdIsReleased() {
        mehari.close();
    }

    private Processor noteThread() {
        return exchange -> journal.add(Thread.currentThread().getName());
    }

    private PooledContext.Outcome send(@Nullable Object header) {
        return mehari.send(exchange -> {
            exchange.setBody("x");
            exchange.setHeader("h", header);
        });
    }

    private static long millisSince(long begin) {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin);
    }

    // ---- delay

    @Test
    void aDelayHoldsNoThreadAndGoesOnOnTheSharedPool() throws Exception {
        mehari.routes(r -> r.from("direct:a").delay(header("h")).process(noteThread()));

        long begin = System.nanoTime();
        assertThat(send(30).failure()).isNull();
        assertThat(millisSince(begin)).isGreaterThanOrEqualTo(30);
        assertThat(journal).hasSize(1).allMatch(name -> name.contains("-worker-"));
    }

    @Test
    void manyDelaysPassAtTheSameTime() throws Exception {
        mehari.routes(r -> r.from("direct:a").delay(100));

        long begin = System.nanoTime();
        List<CompletableFuture<Exchange>> all = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            all.add(mehari.template.asyncSend("direct:a", new DefaultExchange(mehari.context)));
        }
        CompletableFuture.allOf(all.toArray(CompletableFuture<?>[]::new)).get(10, TimeUnit.SECONDS);
        assertThat(millisSince(begin)).isBetween(100L, 5_000L);
    }

    @Test
    void nothingIsNoDelayAndATextIsNone() throws Exception {
        mehari.routes(r -> r.from("direct:a").delay(header("h")).process(noteThread()));

        assertThat(send(null).failure()).isNull();
        assertThat(send(-5).failure()).isNull();
        assertThat(journal).containsOnly(Thread.currentThread().getName());
        assertThat(send("abc").failure()).isInstanceOf(TypeConversionException.class);
    }

    // ---- threads

    @Test
    void theRestRunsOnOtherThreadsAndTheSenderWaits() throws Exception {
        mehari.routes(r -> r.from("direct:a")
                .threads(1, 2)
                .threadName("rest")
                .process(noteThread())
                .process(exchange -> {
                    throw new IllegalStateException("there");
                }));

        assertThat(send(0).failure()).hasMessage("there");
        assertThat(journal).hasSize(1).allMatch(name -> name.startsWith("rest"));
    }

    @Test
    void whatThePoolRefusesRunsInTheCallersThreadOrFails() throws Exception {
        ExecutorService ended = Executors.newSingleThreadExecutor();
        ended.shutdown();
        mehari.routes(r -> {
            r.from("direct:a").threads().executorService(ended).process(noteThread());
            r.from("direct:b")
                    .threads()
                    .executorService(ended)
                    .rejectedPolicy(ThreadPoolRejectedPolicy.Abort)
                    .process(noteThread());
        });

        assertThat(send(0).failure()).isNull();
        assertThat(journal).containsExactly(Thread.currentThread().getName());
        assertThat(mehari.sendTo("direct:b", exchange -> {}).failure()).isInstanceOf(RejectedExecutionException.class);
        assertThat(journal).hasSize(1);
    }

    @Test
    void r2_anExecutorThatRunsInTheCallersThreadDoesNotGrowTheStack() throws Exception {
        int[] turns = {0};
        mehari.routes(r -> r.from("direct:a")
                .loop(100_000)
                .threads()
                .executorService(new InCaller())
                .process(exchange -> turns[0]++));

        assertThat(send(0).failure()).isNull();
        assertThat(turns[0]).isEqualTo(100_000);
    }

    @Test
    void theRestAlwaysRunsOnOtherThreads() throws Exception {
        mehari.routes(r -> r.from("direct:a").loop(2_000).threads(2).process(exchange -> {
            if (!Thread.currentThread().getName().startsWith("Threads")) {
                journal.add(Thread.currentThread().getName());
            }
        }));

        assertThat(send(0).failure()).isNull();
        assertThat(journal).isEmpty();
    }

    @Test
    void aPoolOfItsOwnIsBounded() throws Exception {
        CountDownLatch goOn = new CountDownLatch(1);
        CountDownLatch begun = new CountDownLatch(1);
        mehari.routes(r -> r.from("direct:a")
                .threads(1)
                .maxQueueSize(0)
                .rejectedPolicy(ThreadPoolRejectedPolicy.Abort)
                .process(exchange -> {
                    begun.countDown();
                    assertThat(goOn.await(10, TimeUnit.SECONDS)).isTrue();
                }));

        CompletableFuture<Exchange> first = mehari.template.asyncSend("direct:a", new DefaultExchange(mehari.context));
        assertThat(begun.await(10, TimeUnit.SECONDS)).isTrue();
        assertThat(send(0).failure()).hasMessageContaining("is full: 1 threads are busy");
        goOn.countDown();
        assertThat(first.get(10, TimeUnit.SECONDS).getException()).isNull();
    }

    @Test
    void badPoolsAreRefused() {
        assertThatExceptionOfType(FailedToCreateRouteException.class)
                .isThrownBy(() -> mehari.routes(r -> r.from("direct:a").threads(0)))
                .withMessageContaining("step 1 (threads): CorePoolSize must be >= 1, was 0: give the number of threads")
                .withCauseInstanceOf(IllegalArgumentException.class);
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> mehari.routes(r -> r.from("direct:a").threads().maxQueueSize(-1)))
                .withMessageStartingWith("maxQueueSize(-1) is negative");
    }

    // ---- where further steps stand

    @Test
    void stepsBehindAStepWithOptionsFollowIt() throws Exception {
        mehari.routes(r -> r.from("direct:a")
                .split(body())
                .throttle(1000)
                .timePeriodMillis(1)
                .process(exchange -> journal.add("in"))
                .choice()
                .when(body().isEqualTo("y"))
                .delay(0)
                .threads(1)
                .process(exchange -> journal.add("y"))
                .endChoice()
                .otherwise()
                .process(exchange -> journal.add("other"))
                .end()
                .end()
                .end()
                .process(exchange -> journal.add("behind")));

        mehari.send(List.of("x", "y"));
        assertThat(journal).containsExactly("in", "other", "in", "y", "behind");
    }

    // ---- validate

    @Test
    void whatDoesNotMatchFails() throws Exception {
        mehari.routes(
                r -> r.from("direct:a").validate(header("h").isEqualTo("ok")).process(noteThread()));

        assertThat(send("ok").failure()).isNull();
        assertThat(send("no").failure())
                .isInstanceOf(PredicateValidationException.class)
                .hasMessageStartingWith("Validation failed for Predicate[");
        assertThat(journal).hasSize(1);
    }
}
