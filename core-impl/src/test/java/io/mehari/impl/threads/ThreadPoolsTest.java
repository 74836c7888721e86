package io.mehari.impl.threads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mehari.impl.DefaultRoutingContext;
import io.mehari.spi.ThreadPools;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The threads of a context: bounded, named, and ended when the context has stopped. */
class ThreadPoolsTest {

    private final DefaultThreadPools pools = new DefaultThreadPools("pools");

    @AfterEach
    void stop() {
        pools.stop();
    }

    @Test
    void aDelayedTaskRunsAfterItsDelayOnTheTimer() throws Exception {
        AtomicReference<Thread> ranOn = new AtomicReference<>();
        long begin = System.nanoTime();
        CountDownLatch ran = new CountDownLatch(1);
        pools.schedule(
                () -> {
                    ranOn.set(Thread.currentThread());
                    ran.countDown();
                },
                20);
        assertThat(ran.await(10, TimeUnit.SECONDS)).isTrue();

        assertThat(System.nanoTime() - begin).isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(20));
        assertThat(ranOn.get().getName()).isEqualTo("pools-timer");
        assertThat(ranOn.get().isDaemon()).isTrue();
    }

    @Test
    void aScheduledPoolEndsWithTheOthers() throws Exception {
        ScheduledExecutorService pool = pools.newScheduledPool("later", 2);
        String name = pool.schedule(() -> Thread.currentThread().getName(), 1, TimeUnit.MILLISECONDS)
                .get(10, TimeUnit.SECONDS);
        assertThat(name).startsWith("later-");
        assertThat(Thread.getAllStackTraces().keySet())
                .filteredOn(thread -> thread.getName().startsWith("later-"))
                .isNotEmpty()
                .allMatch(Thread::isDaemon);
        pools.stop();
        assertThat(pool.isShutdown()).isTrue();
        assertThatThrownBy(() -> pool.schedule(() -> {}, 1, TimeUnit.SECONDS))
                .isInstanceOf(RejectedExecutionException.class);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void stopRunsWhatWaitsAndNothingTwice() {
        int[] runs = {0, 0};
        pools.schedule(() -> runs[0]++, 1_000_000);
        ThreadPools.Delayed cancelled = pools.schedule(() -> runs[1]++, 1_000_000);
        assertThat(cancelled.cancel()).isTrue();

        pools.stop();
        pools.stop();

        assertThat(runs).containsExactly(1, 0);
    }

    @Test
    void afterStopWorkIsDoneByWhoeverBringsIt() {
        pools.shared().execute(() -> {});
        pools.stop();
        AtomicReference<Thread> ranOn = new AtomicReference<>();
        pools.schedule(() -> ranOn.set(Thread.currentThread()), 1_000_000);
        assertThat(ranOn.getAndSet(null)).isSameAs(Thread.currentThread());

        pools.shared().execute(() -> ranOn.set(Thread.currentThread()));
        assertThat(ranOn.get()).isSameAs(Thread.currentThread());
    }

    @Test
    void poolsThatAreMadeAfterTheContextHasStoppedHaveStoppedToo() throws Exception {
        try (var context = new DefaultRoutingContext()) {
            context.start();
            context.stop();
            ThreadPools late = context.getRoutingContextExtension().getThreadPools();
            AtomicReference<Thread> ranOn = new AtomicReference<>();
            late.schedule(() -> ranOn.set(Thread.currentThread()), 1_000_000);
            assertThat(ranOn).hasValue(Thread.currentThread());

            context.start();
            CountDownLatch ran = new CountDownLatch(1);
            late.schedule(ran::countDown, 1);
            assertThat(ran.await(10, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void afterANewStartTheyWorkAgain() throws Exception {
        pools.shared();
        pools.stop();
        pools.start();
        CountDownLatch ran = new CountDownLatch(2);
        pools.schedule(ran::countDown, 1);
        pools.shared().execute(ran::countDown);

        assertThat(ran.await(10, TimeUnit.SECONDS)).isTrue();
    }

    /** In a list of threads, and in a log, two pools of one name are told apart. */
    @Test
    void theThreadsOfTwoPoolsOfOneNameHaveDifferentNames() throws Exception {
        Callable<String> name = () -> Thread.currentThread().getName();
        String one = pools.newPool("same", 1, 1).submit(name).get(20, TimeUnit.SECONDS);
        String other = pools.newPool("same", 1, 1).submit(name).get(20, TimeUnit.SECONDS);
        assertThat(List.of(one, other)).containsExactly("same-1", "same-2");
    }

    @Test
    void aPoolWhoseTasksBlockUsesAllItsThreadsAndThenItsQueue() throws Exception {
        ExecutorService pool = pools.newPool("blocked", 4, 2);
        CountDownLatch begun = new CountDownLatch(4);
        CountDownLatch go = new CountDownLatch(1);
        CountDownLatch ended = new CountDownLatch(6);
        Runnable task = () -> {
            begun.countDown();
            await(go);
            ended.countDown();
        };
        for (int i = 0; i < 6; i++) {
            pool.execute(task);
        }
        assertThat(begun.await(60, TimeUnit.SECONDS)).isTrue();
        assertThatThrownBy(() -> pool.execute(task))
                .isInstanceOf(RejectedExecutionException.class)
                .hasMessageContaining("Pool blocked is full: 4 threads are busy and 2 tasks wait");
        go.countDown();
        assertThat(ended.await(60, TimeUnit.SECONDS)).isTrue();
    }

    /** Each of many tasks from several threads runs once, however the pool grows, and with some of them refused. */
    @Test
    void aPoolRunsEachTaskOnceOrRefusesIt() throws Exception {
        AtomicInteger ran = new AtomicInteger();
        AtomicInteger refused = new AtomicInteger();
        ExecutorService pool = pools.newPool("each", 3, 5);
        Thread[] callers = new Thread[4];
        for (int i = 0; i < callers.length; i++) {
            callers[i] = new Thread(() -> {
                for (int task = 0; task < 20_000; task++) {
                    try {
                        pool.execute(ran::incrementAndGet);
                    } catch (RejectedExecutionException e) {
                        refused.incrementAndGet();
                    }
                }
            });
            callers[i].start();
        }
        for (Thread each : callers) {
            each.join();
        }
        pool.shutdown();
        assertThat(pool.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
        assertThat(ran.get() + refused.get()).isEqualTo(80_000);
    }

    @Test
    void aFullPoolSaysSo() {
        CountDownLatch release = new CountDownLatch(1);
        ExecutorService pool = pools.newPool("small", 1, 1);
        Runnable waiting = () -> {
            try {
                release.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        };
        pool.execute(waiting);
        pool.execute(waiting);

        assertThatThrownBy(() -> pool.execute(waiting))
                .isInstanceOf(RejectedExecutionException.class)
                .hasMessageContaining("Pool small is full: 1 threads are busy and 1 tasks wait");
        release.countDown();
        pools.stop();
        assertThat(pool.isTerminated()).isTrue();
    }

    @Test
    void s2_whatGoesOnNeverRunsOnTheTimerHoweverManyWait() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        int count = 1_100;
        CountDownLatch done = new CountDownLatch(count);
        Set<String> ranOn = ConcurrentHashMap.newKeySet();
        for (int i = 0; i < count; i++) {
            pools.schedule(
                    () -> pools.resume(() -> {
                        ranOn.add(Thread.currentThread().getName());
                        awaitQuietly(release);
                        done.countDown();
                    }),
                    1);
        }
        CountDownLatch ticked = new CountDownLatch(1);
        pools.schedule(ticked::countDown, 20);

        assertThat(ticked.await(5, TimeUnit.SECONDS)).as("the timer goes on").isTrue();
        release.countDown();
        assertThat(done.await(10, TimeUnit.SECONDS)).isTrue();
        assertThat(ranOn).allMatch(each -> each.startsWith("pools-worker-"));
    }

    @Test
    void s2_whatGoesOnDoesNotWaitForThoseThatBlockTheSharedPool() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        int blocked = 90;
        CountDownLatch blocking = new CountDownLatch(blocked);
        for (int i = 0; i < blocked; i++) {
            pools.resume(() -> {
                blocking.countDown();
                awaitQuietly(release);
            });
        }
        assertThat(blocking.await(20, TimeUnit.SECONDS)).isTrue();
        CompletableFuture<String> goesOn = new CompletableFuture<>();
        pools.resume(() -> goesOn.complete(Thread.currentThread().getName()));

        assertThat(goesOn.get(20, TimeUnit.SECONDS)).startsWith("pools-worker-");
        release.countDown();
        awaitThreads(20);
    }

    @Test
    void aPoolThatCannotBeLookedAtRunsEachTaskOnceAndRefusesNone() throws Exception {
        SharedPool pool = new SharedPool(1, Thread::new, any -> {
            throw new OutOfMemoryError("no thread for the timer, on purpose");
        });
        CountDownLatch release = new CountDownLatch(1);
        AtomicInteger ran = new AtomicInteger();
        pool.execute(() -> awaitQuietly(release));
        for (int i = 0; i < 10; i++) {
            pool.execute(ran::incrementAndGet);
        }
        release.countDown();
        pool.shutdown();
        assertThat(pool.awaitTermination(20, TimeUnit.SECONDS)).isTrue();
        assertThat(ran).hasValue(10);
    }

    /** Its threads may all be blocked, so perhaps no other task comes that would start the looks again. */
    @Test
    void s4_aPoolIsLookedAtAgainAfterNoThreadCouldBeMade() throws Exception {
        AtomicReference<Runnable> look = new AtomicReference<>();
        AtomicInteger threads = new AtomicInteger();
        SharedPool pool = new SharedPool(
                1,
                task -> {
                    if (threads.incrementAndGet() == 2) {
                        throw new OutOfMemoryError("no second thread, on purpose");
                    }
                    return new Thread(task);
                },
                repeated -> {
                    look.set(repeated);
                    return new CompletableFuture<>();
                });
        CountDownLatch release = new CountDownLatch(1);
        CountDownLatch ran = new CountDownLatch(1);
        pool.execute(() -> awaitQuietly(release));
        pool.execute(ran::countDown);
        look.get().run();
        assertThat(threads).hasValue(2);
        assertThat(ran.getCount()).isEqualTo(1);
        look.get().run();
        assertThat(ran.await(20, TimeUnit.SECONDS)).isTrue();
        release.countDown();
        pool.shutdown();
        assertThat(pool.awaitTermination(20, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void s3_theSharedPoolGrowsToTenTimesItsSizeAndNoFurther() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        CountDownLatch blocking = new CountDownLatch(200);
        for (int i = 0; i < 200; i++) {
            pools.resume(() -> {
                blocking.countDown();
                awaitQuietly(release);
            });
        }
        assertThat(blocking.await(20, TimeUnit.SECONDS)).isTrue();
        CompletableFuture<Long> last = new CompletableFuture<>();
        pools.resume(() -> last.complete(release.getCount()));
        CountDownLatch looks = new CountDownLatch(5);
        repeat(looks);
        assertThat(looks.await(20, TimeUnit.SECONDS)).isTrue();

        release.countDown();
        assertThat(last.get(20, TimeUnit.SECONDS)).as("it has waited").isZero();
        awaitThreads(20);
    }

    private void repeat(CountDownLatch looks) {
        pools.schedule(
                () -> {
                    looks.countDown();
                    repeat(looks);
                },
                100);
    }

    private static void awaitThreads(int most) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (Thread.getAllStackTraces().keySet().stream()
                        .filter(each -> each.getName().startsWith("pools-worker-"))
                        .count()
                > most) {
            assertThat(System.nanoTime() - end).as("the time is up").isNegative();
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
        }
    }

    @Test
    void s3_newWorkIsBounded() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        Thread caller = Thread.currentThread();
        AtomicInteger done = new AtomicInteger();
        int most = 1_000 + 200; // those that wait, and the threads of a pool that has grown meanwhile
        for (int i = 0; i <= most && done.get() == 0; i++) {
            pools.shared().execute(() -> {
                if (Thread.currentThread() == caller) {
                    done.incrementAndGet();
                } else {
                    awaitQuietly(release);
                }
            });
        }
        release.countDown();

        assertThat(done).as("tasks that their caller does").hasValue(1);
    }

    @Test
    void s2_itIsKnownWhichThreadsAreShared() throws Exception {
        assertThat(pools.isSharedThread()).isFalse();
        assertThat(CompletableFuture.supplyAsync(pools::isSharedThread, pools.shared())
                        .get(5, TimeUnit.SECONDS))
                .isTrue();
        CompletableFuture<Boolean> timer = new CompletableFuture<>();
        pools.schedule(() -> timer.complete(pools.isSharedThread()), 1);
        assertThat(timer.get(5, TimeUnit.SECONDS)).isTrue();
        assertThat(CompletableFuture.supplyAsync(pools::isSharedThread, pools.newPool("own", 1, 1))
                        .get(5, TimeUnit.SECONDS))
                .isFalse();
    }

    @Test
    void r6_poolsEndAtTheSameTimeEvenWithBlockedThreads() {
        CountDownLatch running = new CountDownLatch(5);
        AtomicBoolean over = new AtomicBoolean();
        for (int i = 0; i < 5; i++) {
            pools.newPool("stuck", 1, 1).execute(() -> {
                running.countDown();
                while (!over.get()) {
                    LockSupport.park();
                }
            });
        }
        awaitQuietly(running);
        long begin = System.nanoTime();
        pools.stop();
        long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin);
        over.set(true);

        assertThat(millis).as("one after the other they took ten seconds").isLessThan(5_000);
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void virtualThreadsWhereTheJdkHasThem() throws Exception {
        if (Runtime.version().feature() < 21) {
            assertThatThrownBy(() -> pools.setVirtualThreads(true))
                    .isInstanceOf(UnsupportedOperationException.class)
                    .hasMessageContaining("has no virtual threads: they need 21 or later");
            return;
        }
        pools.setVirtualThreads(true);
        AtomicReference<Thread> ranOn = new AtomicReference<>();
        CountDownLatch ran = new CountDownLatch(1);
        pools.shared().execute(() -> {
            ranOn.set(Thread.currentThread());
            ran.countDown();
        });
        assertThat(ran.await(10, TimeUnit.SECONDS)).isTrue();
        assertThat(ranOn.get().toString()).startsWith("VirtualThread[").contains("pools-worker-1");
    }
}
