package io.mehari.component.queue;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Who is called, and when nobody need be. */
final class WaitingRoomTest {
    private final WaitingRoom room = new WaitingRoom();
    private final Counted first = new Counted();
    private final Counted second = new Counted();

    @Test
    void nobodyIsCalledWhileOneThatWasCalledIsOnItsWay() {
        room.enter(first);
        room.enter(second);
        assertThat(room.needsCall()).isTrue();
        room.call();
        assertThat(first.called).isTrue();
        assertThat(room.needsCall()).isFalse();
        room.leave(first);
        assertThat(room.needsCall()).isFalse();
        assertThat(room.arrived(first)).isTrue(); // and has to look, for the sake of the second
        assertThat(room.needsCall()).isTrue();
    }

    @Test
    void nobodyIsCalledWhileOneLooksAwake() {
        room.enter(first);
        room.comes(second);
        room.comes(second); // counts once
        assertThat(room.needsCall()).isFalse();
        assertThat(room.arrived(second)).isTrue();
        assertThat(room.arrived(second)).isFalse();
        assertThat(room.needsCall()).isTrue();
    }

    @Test
    void whoGoesToSleepDoesNotComeAnyMore() {
        room.enter(first);
        room.comes(second);
        room.enter(second);
        assertThat(room.needsCall()).isTrue();
    }

    @Test
    void whoWakesUpForNoReasonComes() {
        room.enter(first);
        room.enter(second);
        room.leave(second);
        assertThat(second.called).isFalse();
        assertThat(room.needsCall()).isFalse();
        assertThat(room.arrived(second)).isTrue();
    }

    @Test
    void theLastWhoComesLooks() {
        Counted third = new Counted();
        room.enter(first);
        room.comes(second);
        room.comes(third);
        assertThat(room.arrived(second)).isFalse();
        assertThat(room.arrived(third)).isTrue();
    }

    @Test
    void allAreCalledWhenAllAreToLook() {
        room.enter(first);
        room.enter(second);
        room.callAll();
        assertThat(first.called).isTrue();
        assertThat(second.called).isTrue();
        room.leave(first);
        room.leave(second);
        room.arrived(first);
        room.arrived(second);
        room.enter(first);
        assertThat(room.needsCall()).isTrue(); // nobody is counted that has gone
    }

    private static final class Counted extends Waiter {
        @Override
        boolean mustWait() {
            return true;
        }
    }
}
