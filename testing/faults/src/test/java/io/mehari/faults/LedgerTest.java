package io.mehari.faults;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Tests the counts of the demonstration and of the faults. */
class LedgerTest {
    private final Ledger ledger = new Ledger(2);

    @Test
    void anAcknowledgedMessageIsMissingUntilItArrives() {
        ledger.acknowledged(0, 5_000);
        ledger.acknowledged(1, 0);
        assertThat(ledger.counts().missing()).isEqualTo(2);
        ledger.arrived(0, 5_000, "a");
        assertThat(ledger.counts()).isEqualTo(new Ledger.Counts(2, 1, 1, 0, 0, 0, 0));
    }

    @Test
    void anArrivalBeforeItsAcknowledgementIsNotMissing() {
        ledger.arrived(0, 7, "a");
        ledger.acknowledged(0, 7);
        assertThat(ledger.counts()).isEqualTo(new Ledger.Counts(1, 1, 0, 0, 0, 0, 0));
    }

    @Test
    void aRepeatedMessageIsNotOneThatTheReaderGotTwice() {
        ledger.arrived(0, 0, "a");
        ledger.arrived(0, 0, "a");
        ledger.arrived(0, 0, "b");
        assertThat(ledger.counts()).isEqualTo(new Ledger.Counts(0, 1, 0, 1, 1, 0, 0));
    }

    @Test
    void onlyFirstArrivalsAreOutOfOrder() {
        for (int number : new int[] {0, 1, 2, 0, 1, 2, 3}) {
            ledger.arrived(0, number, "id " + ledger.counts());
        }
        assertThat(ledger.counts().outOfOrder()).isZero();
        ledger.arrived(0, 9, "nine");
        ledger.arrived(0, 8, "eight");
        ledger.arrived(1, 8, "another partition");
        assertThat(ledger.counts().outOfOrder()).isEqualTo(1);
    }

    @Test
    void aRunWithAMessageThatIsNotAsSentIsNotWhole() {
        ledger.acknowledged(0, 0);
        assertThat(ledger.counts().isWhole()).isFalse();
        ledger.arrived(0, 0, "a");
        assertThat(ledger.counts().isWhole()).isTrue();
        ledger.wrong("a");
        ledger.wrong("b");
        assertThat(ledger.counts().isWhole()).isFalse();
        assertThat(ledger.counts().wrong()).isEqualTo(2);
        assertThat(ledger.firstWrong()).isEqualTo("a");
    }
}
