package io.mehari.scenarios;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The figures of a subject are refused even if only one message in thousands is wrong. */
class VerdictTest {
    private static final int SENT = 3 * Payload.RING + 7;

    private final Variation variation = Variation.of("cbr");

    private List<Object> sent(Variation of) {
        Object[] ring = Payload.ring(of, 0);
        List<Object> bodies = new ArrayList<>();
        for (int i = 0; i < SENT; i++) {
            bodies.add(ring[i % ring.length]);
        }
        return bodies;
    }

    private Verdict verdict(Variation of, List<Object> arrived) {
        Tally tally = new Tally(of);
        for (Object each : arrived) {
            tally.deliver(each, each);
        }
        return tally.verdict(of, new long[] {SENT});
    }

    @Test
    void allInOrderIsRight() {
        Verdict verdict = verdict(variation, sent(variation));
        assertThat(verdict.wrong()).isEmpty();
        assertThat(verdict.checksum()).isEqualTo(verdict.expectedChecksum());
        assertThat(verdict.arrived()).isEqualTo(SENT);
    }

    @Test
    void oneLostIsRefused() {
        List<Object> arrived = sent(variation);
        arrived.remove(1234);
        Verdict verdict = verdict(variation, arrived);
        assertThat(verdict.wrong()).isEqualTo("1 lost; 3007 were expected");
        assertThat(verdict.checksum()).isNotEqualTo(verdict.expectedChecksum());
    }

    @Test
    void oneDoubledIsRefused() {
        List<Object> arrived = sent(variation);
        arrived.add(1234, arrived.get(1234));
        assertThat(verdict(variation, arrived).wrong()).isEqualTo("1 came too often; 3007 were expected");
    }

    @Test
    void oneInPlaceOfAnotherIsRefused() {
        List<Object> arrived = sent(variation);
        arrived.set(1235, arrived.get(1234));
        assertThat(verdict(variation, arrived).wrong()).isEqualTo("1 lost, 1 came too often; 3007 were expected");
    }

    @Test
    void twoThatChangedPlacesAreRefusedWhereOrderIsPromised() {
        List<Object> arrived = sent(variation);
        Collections.swap(arrived, 999, 1000);
        assertThat(verdict(variation, arrived).wrong()).isEqualTo("1 came out of order; 3007 were expected");
        Variation threads = Variation.of("workflow/threads/events-off/idle");
        List<Object> unordered = sent(threads);
        Collections.swap(unordered, 999, 1000);
        assertThat(verdict(threads, unordered).right()).isTrue();
    }

    @Test
    void whatWasNotSentIsRefused() {
        List<Object> arrived = sent(variation);
        arrived.set(5, "something else");
        assertThat(verdict(variation, arrived).wrong()).isEqualTo("1 lost, 1 were never sent; 3007 were expected");
    }

    @Test
    void nothingIsRefused() {
        assertThat(new Tally(variation).verdict(variation, new long[] {0}).right())
                .isFalse();
    }

    @Test
    void aFanOutDeliversThriceAndAFilterEveryOther() {
        Variation fan = Variation.of("fan-out");
        List<Object> thrice = new ArrayList<>();
        sent(fan).forEach(each -> thrice.addAll(Collections.nCopies(3, each)));
        assertThat(verdict(fan, thrice).wrong()).isEmpty();
        Variation filter = Variation.of("filter/mixed");
        List<Object> kept = sent(filter);
        kept.removeIf(each -> !Payload.isKept(each));
        assertThat(verdict(filter, kept).wrong()).isEmpty();
        assertThat(verdict(filter, sent(filter)).right()).isFalse();
    }

    @Test
    void partsOfATimerComeEquallyOften() {
        Variation paced = Variation.of("camel-23686");
        Tally tally = new Tally(paced);
        for (int i = 0; i < 5; i++) {
            Payload.parts().forEach(each -> tally.deliver(each, each));
        }
        assertThat(tally.verdictOfEqualParts(paced).wrong()).isEmpty();
        tally.deliver(this, Payload.parts().get(0));
        assertThat(tally.verdictOfEqualParts(paced).wrong()).isEqualTo("1 came too often; 5000 were expected");
    }

    @Test
    void everyBodyIsKnownAgain() {
        for (String id : List.of("cbr/uniform", "cbr/mixed", "camel-23686")) {
            Object[] ring = Payload.ring(Variation.of(id), 3);
            for (int i = 0; i < ring.length; i++) {
                assertThat(Payload.numberOf(ring[i])).isEqualTo(3000 + i);
            }
        }
    }
}
