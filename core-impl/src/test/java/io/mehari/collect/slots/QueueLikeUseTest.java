package io.mehari.collect.slots;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.collect.CaseInsensitiveMap;
import java.util.Iterator;
import org.junit.jupiter.api.Test;

/**
 * H8, without a clock: a map from which the first entry is taken, again and again, does not walk over the gone ones.
 */
class QueueLikeUseTest {

    private static final int COUNT = 50_000;

    private static HashedSlots filled(int count) {
        HashedSlots slots = new HashedSlots(new Object[0], true);
        for (int i = 0; i < count; i++) {
            slots.append("name" + i, i);
        }
        return slots;
    }

    /** How many pairs {@code next} looks at. */
    private static int steps(HashedSlots slots, int from, int found) {
        return (found - Math.max(from, slots.first)) / 2 + 1;
    }

    @Test
    void h8_removingTheFirstEntryReadsOnePair() {
        HashedSlots slots = filled(COUNT);
        long steps = 0;
        for (int i = 0; i < COUNT; i++) {
            int position = Slots.next(slots, 0);
            assertThat(slots.pairs[position + 1]).isEqualTo(i);
            steps += steps(slots, 0, position);
            int before = slots.first;
            slots.removeAt(position);
            assertThat(slots.first).as("moves on only").isGreaterThan(before);
        }
        assertThat(steps).isEqualTo(COUNT);
        assertThat(slots.live).isZero();
        assertThat(Slots.next(slots, 0)).isNegative();
    }

    @Test
    void h8_gapsAfterTheFirstEntryAreSkippedOnce() {
        HashedSlots slots = filled(100);
        for (int position = 2; position < 150; position += 2) {
            slots.removeAt(position);
        }
        assertThat(slots.first).isZero();
        slots.removeAt(0);
        assertThat(slots.first).isEqualTo(150);
        assertThat(Slots.next(slots, 0)).isEqualTo(150);
    }

    @Test
    void h8_theFirstEntryIsFoundAfterCompactionAndInACopy() {
        HashedSlots slots = filled(16);
        for (int taken = 0; taken < 16; taken++) {
            slots.removeAt(Slots.next(slots, 0));
        }
        slots.append("behind all that went", 1);
        assertThat(slots.pairs[Slots.next(slots, 0)]).isEqualTo("behind all that went");
        for (int i = 0; i < 1_000; i++) { // packs every few turns
            slots.append("next" + i, i);
            slots.addOwner();
            HashedSlots copy = slots.own();
            copy.removeAt(Slots.next(copy, 0));
            assertThat(copy.pairs[Slots.next(copy, 0)]).isEqualTo("next" + i);
            assertThat(Slots.next(slots, 0)).isEqualTo(slots.first);
            slots = copy;
        }
    }

    @Test
    void h8_aMapUsedAsAQueueKeepsItsOrder() {
        CaseInsensitiveMap<Integer> map = new CaseInsensitiveMap<>();
        int taken = 0;
        for (int i = 0; i < COUNT; i++) {
            map.put("name" + i, i);
        }
        while (!map.isEmpty()) {
            Iterator<Integer> values = map.values().iterator();
            assertThat(values.next()).isEqualTo(taken);
            values.remove();
            taken++;
        }
        assertThat(taken).isEqualTo(COUNT);
    }
}
