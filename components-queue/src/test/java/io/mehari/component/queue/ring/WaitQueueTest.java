package io.mehari.component.queue.ring;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Which waiter is woken, and when none need be. */
final class WaitQueueTest {
    private final WaitQueue waiters = new WaitQueue();
    private final Counted first = new Counted();
    private final Counted second = new Counted();

    @Test
    void noneIsWokenWhileOneThatWasWokenIsOnItsWay() {
        waiters.enter(first);
        waiters.enter(second);
        assertThat(waiters.needsWakeUp()).isTrue();
        waiters.wakeOne();
        assertThat(first.woken).isTrue();
        assertThat(waiters.needsWakeUp()).isFalse();
        waiters.leave(first);
        assertThat(waiters.needsWakeUp()).isFalse();
        assertThat(waiters.stopLooking(first)).isTrue(); // and has to look, for the sake of the second
        assertThat(waiters.needsWakeUp()).isTrue();
    }

    @Test
    void noneIsWokenWhileOneIsLooking() {
        waiters.enter(first);
        waiters.startLooking(second);
        waiters.startLooking(second); // counts once
        assertThat(waiters.needsWakeUp()).isFalse();
        assertThat(waiters.stopLooking(second)).isTrue();
        assertThat(waiters.stopLooking(second)).isFalse();
        assertThat(waiters.needsWakeUp()).isTrue();
    }

    @Test
    void aWaiterThatGoesToSleepIsNotLooking() {
        waiters.enter(first);
        waiters.startLooking(second);
        waiters.enter(second);
        assertThat(waiters.needsWakeUp()).isTrue();
    }

    @Test
    void aWaiterThatWakesUpForNoReasonIsLooking() {
        waiters.enter(first);
        waiters.enter(second);
        waiters.leave(second);
        assertThat(second.woken).isFalse();
        assertThat(waiters.needsWakeUp()).isFalse();
        assertThat(waiters.stopLooking(second)).isTrue();
    }

    @Test
    void theLastOneThatStopsLookingChecks() {
        Counted third = new Counted();
        waiters.enter(first);
        waiters.startLooking(second);
        waiters.startLooking(third);
        assertThat(waiters.stopLooking(second)).isFalse();
        assertThat(waiters.stopLooking(third)).isTrue();
    }

    @Test
    void allAreWoken() {
        waiters.enter(first);
        waiters.enter(second);
        waiters.wakeAll();
        assertThat(first.woken).isTrue();
        assertThat(second.woken).isTrue();
        waiters.leave(first);
        waiters.leave(second);
        waiters.stopLooking(first);
        waiters.stopLooking(second);
        waiters.enter(first);
        assertThat(waiters.needsWakeUp()).isTrue(); // none is counted that has left
    }

    // ---- waiters without a thread

    /**
     * It is woken while the thread that put it there looks whether it must wait, and is back before that has looked.
     */
    @Test
    void theThreadThatPutsAWaiterInDoesNotEndItsNextStay() {
        Handed handed = new Handed();
        assertThat(waiters.stay(handed))
                .as("it belongs to the one that woke it")
                .isTrue();
        assertThat(handed.wakes).isEqualTo(1);
        assertThat(waiters.stayOf(handed)).isEqualTo(2);
        waiters.enter(second);
        assertThat(waiters.waiting()).isEqualTo(2);
    }

    private final class Handed extends WaitQueue.Waiter {
        private int wakes;

        @Override
        protected boolean mustWait() {
            WaitQueueTest.this.waiters.wakeOne();
            return false;
        }

        @Override
        protected void wake() {
            wakes++;
            looking = true;
            WaitQueueTest.this.waiters.enter(this);
        }
    }

    private static final class Counted extends WaitQueue.Waiter {
        @Override
        protected boolean mustWait() {
            return true;
        }
    }
}
