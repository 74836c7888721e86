package io.mehari.component.queue.ring;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Spins that find nothing stop, and begin again when one has found something. */
class SpinRecordTest {
    private final SpinRecord spins = new SpinRecord();

    private int spinsIn(int sleeps) {
        int spun = 0;
        for (int i = 0; i < sleeps; i++) {
            spun += spins.isSpinDue() ? 1 : 0;
            spins.slept();
        }
        return spun;
    }

    @Test
    void spinsInVainBecomeRare() {
        assertThat(spinsIn(4)).isEqualTo(4);
        assertThat(spinsIn(1024 - 4)).as("after 4, 8, ... 512").isEqualTo(8);
        assertThat(spinsIn(1024 * 100)).isEqualTo(100);
    }

    @Test
    void aSpinThatFoundSomethingLetsTheNextOnesSpin() {
        spinsIn(100);
        assertThat(spins.isSpinDue()).isFalse();
        spins.paid();
        assertThat(spinsIn(4)).isEqualTo(4);
    }
}
