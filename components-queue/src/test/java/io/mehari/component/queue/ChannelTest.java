package io.mehari.component.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mehari.Exchange;
import io.mehari.component.queue.ring.ManyTakersRing;
import io.mehari.component.queue.ring.OneTakerRing;
import io.mehari.component.queue.ring.Ring;
import io.mehari.component.queue.ring.RingKind;
import io.mehari.component.queue.ring.WaitQueue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Blocking and waking: no wake-up is lost, no sleep is too long, and replacing the ring loses nothing. */
@Timeout(30)
class ChannelTest {

    private final List<Thread> threads = new ArrayList<>();

    @AfterEach
    void noThreadIsLeft() throws InterruptedException {
        for (Thread each : threads) {
            each.interrupt();
            each.join();
        }
    }

    private Thread start(Runnable work) {
        Thread thread = new Thread(work);
        thread.setDaemon(true);
        thread.start();
        threads.add(thread);
        return thread;
    }

    private <T> FutureTask<T> future(java.util.concurrent.Callable<T> work) {
        FutureTask<T> task = new FutureTask<>(work);
        start(task);
        return task;
    }

    static void await(BooleanSupplier condition) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("the deadline").isLessThan(end);
            Thread.onSpinWait();
        }
    }

    private static long in(long millis) {
        return System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    }

    private static Channel channel(RingKind kind, int capacity) {
        return new Channel("test", kind.rings(capacity), new Reply.Pending());
    }

    private static void fill(Channel channel) {
        int i = 0;
        while (channel.offer(Cargo.of(i++))) {
            // until it is full
        }
    }

    /** Takes until told to stop by an interrupt. */
    private static final class Taking extends WaitQueue.Waiter implements Runnable {
        private final Channel channel;
        private final java.util.function.Consumer<Exchange> receiver;

        Taking(Channel channel, java.util.function.Consumer<Exchange> receiver) {
            this.channel = channel;
            this.receiver = receiver;
        }

        @Override
        protected boolean mustWait() {
            return channel.isEmpty() && !Thread.currentThread().isInterrupted();
        }

        @Override
        public void run() {
            DeadlockDetector.Taker taker = new DeadlockDetector.Taker(channel);
            taker.enter();
            while (!Thread.interrupted()) {
                Exchange exchange = channel.poll();
                if (exchange == null) {
                    if (channel.isEmpty()) {
                        if (!channel.idleTakers.sleep(this, WaitQueue.FOR_EVER)) {
                            break;
                        }
                    }
                } else {
                    channel.wakeAnotherIfDue(this);
                    receiver.accept(exchange);
                }
            }
            taker.exit();
        }
    }

    // ---- senders that wait

    @ParameterizedTest
    @EnumSource(RingKind.class)
    void q3_aBlockedSenderGoesOnWhenThereIsRoom(RingKind kind) throws Exception {
        Channel channel = channel(kind, 1);
        fill(channel);
        FutureTask<Boolean> sent = future(() -> Cargo.send(channel, Cargo.of("waited"), WaitQueue.FOR_EVER));
        await(() -> channel.blockedSenders.waiting() == 1);
        assertThat(channel.poll().getBody()).isEqualTo(0);
        assertThat(sent.get()).isTrue();
        assertThat(channel.poll().getBody()).isEqualTo("waited");
        assertThat(channel.statistics().blockedNanos()).isPositive();
        assertThat(channel.blockedSenders.waiting()).isZero();
    }

    @ParameterizedTest
    @EnumSource(RingKind.class)
    void q3_aSenderWaitsNoLongerThanItMay(RingKind kind) throws Exception {
        Channel channel = channel(kind, 1);
        fill(channel);
        long began = System.nanoTime();
        assertThat(Cargo.send(channel, Cargo.of("too late"), in(20))).isFalse();
        assertThat(System.nanoTime() - began).isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(20));
        assertThat(channel.size()).isEqualTo(1);
    }

    @Test
    void q4_anInterruptedSendFailsAndKeepsTheFlag() throws Exception {
        Channel channel = channel(RingKind.AS_NEEDED, 1);
        fill(channel);
        FutureTask<Boolean> flag = new FutureTask<>(() -> {
            assertThatThrownBy(() -> Cargo.send(channel, Cargo.of("never"), WaitQueue.FOR_EVER))
                    .isInstanceOf(InterruptedException.class);
            return Thread.interrupted();
        });
        Thread sender = start(flag);
        await(() -> channel.blockedSenders.waiting() == 1);
        sender.interrupt();
        assertThat(flag.get()).isTrue();
        assertThat(channel.size()).isEqualTo(1);
    }

    /** A sender that checked while a draining ring was replaced once got "full" instead of "closed". */
    @ParameterizedTest
    @EnumSource(RingKind.class)
    void q12_onceClosedToACallerItStaysSo(RingKind kind) {
        Channel channel = channel(kind, 8);
        channel.offer(Cargo.of(1));
        assertThat(channel.isClosedToCaller()).isFalse();
        channel.closeIntake(() -> false);
        assertThat(channel.isClosedToCaller()).isTrue();
        List<Boolean> meanwhile = new ArrayList<>();
        assertThat(channel.takeOut(each -> meanwhile.add(channel.isClosedToCaller())))
                .hasSize(1);
        assertThat(meanwhile).isNotEmpty().containsOnly(true);
        channel.close();
        assertThat(channel.isClosedToCaller()).isTrue();
        channel.open();
        assertThat(channel.isClosedToCaller()).isFalse();
    }

    /** Law R6: a stop asks without the lock how much is left, and must not take a moment of the move for the end. */
    @ParameterizedTest
    @EnumSource(names = "BORROWED", mode = EnumSource.Mode.EXCLUDE)
    void r6_aChannelWhoseRingIsBeingReplacedDoesNotLookEmpty(RingKind kind) throws Exception {
        Channel channel = channel(kind, 8);
        channel.offer(Cargo.of("goes"));
        channel.offer(Cargo.of("stays"));
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        FutureTask<List<Exchange>> taken = future(() -> channel.takeOut(each -> {
            if (channel.ring().isClosed()) { // the exchanges are on their way to the next ring
                inside.countDown();
                Bench.await(goOn);
            }
            return "goes".equals(each.getBody());
        }));
        Bench.await(inside);
        FutureTask<Boolean> empty = future(channel::isEmpty);
        FutureTask<Integer> size = future(channel::size);
        for (Thread each : threads.subList(1, 3)) {
            await(() -> each.getState() == Thread.State.BLOCKED || !each.isAlive());
        }
        goOn.countDown();
        assertThat(empty.get()).isFalse();
        assertThat(size.get()).isEqualTo(1);
        assertThat(taken.get()).extracting(Exchange::getBody).containsExactly("goes");
    }

    /** Else a ring for one taker would have two. */
    @Test
    void s4_aTakerThatCouldNotBeAttachedIsNone() {
        boolean[] full = {false};
        Channel channel = new Channel("test", failingIf(full), new Reply.Pending());
        channel.attach(new DeadlockDetector.Taker(channel));
        full[0] = true;
        DeadlockDetector.Taker second = new DeadlockDetector.Taker(channel);
        assertThatThrownBy(() -> channel.attach(second)).isInstanceOf(OutOfMemoryError.class);
        assertThat(channel.takers()).hasSize(1);
        full[0] = false;
        channel.attach(second);
        assertThat(channel.ring()).isInstanceOf(ManyTakersRing.class);
    }

    private static Ring.Factory<Exchange> failingIf(boolean[] full) {
        return oneTaker -> {
            if (full[0]) {
                throw new OutOfMemoryError("on purpose");
            }
            return RingKind.AS_NEEDED.<Exchange>rings(4).make(oneTaker);
        };
    }

    /** The routes that subscribe without a channel of their own. */
    private record Route(String routeId) implements Subscribers.Subscriber {
        @Override
        public boolean isSuspended() {
            return false;
        }

        @Override
        public int underWay() {
            return 0;
        }

        @Override
        public void done(boolean doneSync) {}
    }

    /** Else the queue would count as in use for ever. */
    @Test
    void s4_aConsumerThatCouldNotSubscribeIsNone() {
        boolean[] full = {false};
        SharedQueue queue = new SharedQueue("test", failingIf(full), new HashMap<>(), any -> {});
        queue.agreeOnMultiple(true);
        Route first = new Route("first");
        queue.subscribe(first);
        full[0] = true;
        assertThatThrownBy(() -> queue.subscribe(new Route("second"))).isInstanceOf(OutOfMemoryError.class);
        queue.unsubscribe(first);
        assertThat(queue.hasConsumers()).isFalse();
    }

    @Test
    void closingSendsBlockedSendersAway() throws Exception {
        Channel channel = channel(RingKind.AS_NEEDED, 2);
        fill(channel);
        FutureTask<Boolean> sent = future(() -> Cargo.send(channel, Cargo.of("never"), WaitQueue.FOR_EVER));
        await(() -> channel.blockedSenders.waiting() == 1);
        assertThat(channel.close()).hasSize(2);
        assertThat(sent.get()).isFalse();
        assertThat(channel.offer(Cargo.of("never"))).isFalse();
        assertThat(channel.poll()).isNull();
        channel.open();
        assertThat(channel.offer(Cargo.of("again"))).isTrue();
    }

    @Test
    void severalBlockedSendersAllGoOn() throws Exception {
        Channel channel = channel(RingKind.AS_NEEDED, 2);
        fill(channel);
        List<FutureTask<Boolean>> sent = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            sent.add(future(() -> Cargo.send(channel, Cargo.of("waited"), WaitQueue.FOR_EVER)));
        }
        await(() -> channel.blockedSenders.waiting() == 4);
        for (int i = 0; i < 6; i++) {
            await(() -> channel.size() > 0);
            assertThat(channel.poll()).isNotNull();
        }
        for (FutureTask<Boolean> each : sent) {
            assertThat(each.get()).isTrue();
        }
        assertThat(channel.size()).isZero();
    }

    // ---- takers that wait

    @ParameterizedTest
    @EnumSource(RingKind.class)
    void q7_noWakeUpIsLost(RingKind kind) {
        Channel channel = channel(kind, 4);
        int messages = 10_000;
        int[] received = new int[1];
        CountDownLatch[] each = new CountDownLatch[messages];
        for (int i = 0; i < messages; i++) {
            each[i] = new CountDownLatch(1);
        }
        start(new Taking(channel, exchange -> {
            received[0]++;
            each[(Integer) exchange.getBody()].countDown();
        }));
        Random gaps = new Random(7);
        long worst = 0;
        for (int i = 0; i < messages; i++) {
            for (int spin = gaps.nextInt(200); spin > 0; spin--) {
                Thread.onSpinWait();
            }
            long sent = System.nanoTime();
            assertThat(channel.offer(Cargo.of(i))).isTrue();
            CountDownLatch done = each[i];
            await(() -> done.getCount() == 0);
            worst = Math.max(worst, System.nanoTime() - sent);
        }
        assertThat(worst).isLessThan(TimeUnit.MILLISECONDS.toNanos(500)); // a lost one would never come
    }

    @Test
    void q11_aMessageForASleeperIsNotLeftToABusyOne() throws Exception {
        Channel channel = channel(RingKind.MANY_TAKERS, 8);
        CountDownLatch release = new CountDownLatch(1);
        CountDownLatch bothBusy = new CountDownLatch(2);
        java.util.function.Consumer<Exchange> slow = exchange -> {
            bothBusy.countDown();
            try {
                release.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        };
        start(new Taking(channel, slow));
        start(new Taking(channel, slow));
        await(() -> channel.idleTakers.waiting() == 2);
        channel.offer(Cargo.of(1));
        channel.offer(Cargo.of(2));
        assertThat(bothBusy.await(10, TimeUnit.SECONDS)).isTrue();
        release.countDown();
    }

    // ---- the ring is replaced under way

    @Test
    void q2_theSecondTakerBringsAnotherRingAndTheOrderStays() {
        Channel channel = channel(RingKind.AS_NEEDED, 3);
        DeadlockDetector.Taker first = new DeadlockDetector.Taker(channel);
        channel.attach(first);
        fill(channel);
        assertThat(channel.ring()).isInstanceOf(OneTakerRing.class);
        channel.attach(new DeadlockDetector.Taker(channel));
        assertThat(channel.ring()).isNotInstanceOf(OneTakerRing.class);
        assertThat(channel.size()).isEqualTo(3);
        assertThat(channel.statistics().enqueued()).isEqualTo(3);
        for (int i = 0; i < 3; i++) {
            assertThat(channel.poll().getBody()).isEqualTo(i);
        }
        assertThat(channel.statistics().taken()).isEqualTo(3);
    }

    @ParameterizedTest
    @EnumSource(RingKind.class)
    void aPurgeTakesAllAndLeavesRoom(RingKind kind) {
        Channel channel = channel(kind, 4);
        fill(channel);
        assertThat(channel.purge()).extracting(Exchange::getBody).containsExactly(0, 1, 2, 3);
        assertThat(channel.isEmpty()).isTrue();
        fill(channel);
        assertThat(channel.size()).isEqualTo(4);
        assertThat(channel.statistics().enqueued()).isEqualTo(8);
    }

    /** Law Q1: an accepted exchange is taken or purged exactly once, even if the ring is replaced meanwhile. */
    @ParameterizedTest
    @EnumSource(RingKind.class)
    void q1_nothingIsLostOrDoubledWhileTheRingIsPurgedAndReplaced(RingKind kind) throws Exception {
        Channel channel = channel(kind, 16);
        int producers = 2;
        int perProducer = 20_000;
        AtomicIntegerArray seen = new AtomicIntegerArray(producers * perProducer);
        Taking first = new Taking(channel, exchange -> seen.incrementAndGet((Integer) exchange.getBody()));
        start(first);
        List<FutureTask<Boolean>> senders = new ArrayList<>();
        for (int p = 0; p < producers; p++) {
            int from = p * perProducer;
            senders.add(future(() -> {
                for (int i = from; i < from + perProducer; i++) {
                    assertThat(Cargo.send(channel, Cargo.of(i), WaitQueue.FOR_EVER))
                            .isTrue();
                }
                return true;
            }));
        }
        int purged = 0;
        for (int round = 0; senders.stream().anyMatch(each -> !each.isDone()); round++) {
            if (round == 20 && !kind.isForOneTaker()) {
                start(new Taking(channel, exchange -> seen.incrementAndGet((Integer) exchange.getBody())));
            }
            for (Exchange each : channel.purge()) {
                seen.incrementAndGet((Integer) each.getBody());
                purged++;
            }
            Thread.sleep(1);
        }
        for (FutureTask<Boolean> each : senders) {
            assertThat(each.get()).isTrue();
        }
        await(channel::isEmpty);
        noThreadIsLeft();
        for (int i = 0; i < seen.length(); i++) {
            assertThat(seen.get(i)).as("exchange %d", i).isEqualTo(1);
        }
        assertThat(channel.statistics().enqueued()).as("enqueued").isEqualTo(seen.length());
        assertThat(channel.statistics().taken()).as("taken").isEqualTo(seen.length() - purged);
    }

    // ---- loops

    @Test
    void q10_aTakerThatWaitsForItsOwnFullChannelIsTold() throws Exception {
        Channel channel = channel(RingKind.AS_NEEDED, 2);
        FutureTask<Throwable> failure = future(() -> {
            DeadlockDetector.Taker taker = new DeadlockDetector.Taker(channel);
            taker.enter();
            try {
                fill(channel);
                Cargo.send(channel, Cargo.of("one too many"), WaitQueue.FOR_EVER);
                return null;
            } catch (QueueLoopException e) {
                return e;
            } finally {
                taker.exit();
            }
        });
        assertThat(failure.get()).hasMessageContaining("test -> test");
    }

    @Test
    void q10_twoChannelsThatFeedEachOther() throws Exception {
        Channel a = new Channel("a", one -> new OneTakerRing<>(1), new Reply.Pending());
        Channel b = new Channel("b", one -> new OneTakerRing<>(1), new Reply.Pending());
        FutureTask<Boolean> fromA = future(() -> {
            DeadlockDetector.Taker taker = new DeadlockDetector.Taker(a);
            taker.enter();
            fill(a);
            fill(b);
            boolean sent = Cargo.send(b, Cargo.of("from a"), WaitQueue.FOR_EVER);
            taker.exit();
            return sent;
        });
        await(() -> b.blockedSenders.waiting() == 1);
        FutureTask<Throwable> fromB = future(() -> {
            DeadlockDetector.Taker taker = new DeadlockDetector.Taker(b);
            taker.enter();
            try {
                Cargo.send(a, Cargo.of("from b"), WaitQueue.FOR_EVER);
                return null;
            } catch (QueueLoopException e) {
                b.poll();
                return e;
            } finally {
                taker.exit();
            }
        });
        assertThat(fromB.get()).hasMessageContaining("a -> b -> a");
        assertThat(fromA.get()).isTrue();
    }

    @Test
    void q10_aSecondTakerThatIsFreeMakesItNoLoop() throws Exception {
        Channel channel = channel(RingKind.AS_NEEDED, 1);
        DeadlockDetector.Taker free = new DeadlockDetector.Taker(channel);
        channel.attach(free);
        FutureTask<Boolean> sent = future(() -> {
            DeadlockDetector.Taker taker = new DeadlockDetector.Taker(channel);
            taker.enter();
            fill(channel);
            boolean done = Cargo.send(channel, Cargo.of("waited"), WaitQueue.FOR_EVER);
            taker.exit();
            return done;
        });
        await(() -> channel.blockedSenders.waiting() == 1);
        channel.poll();
        assertThat(sent.get()).isTrue();
    }
}
