package io.mehari.collect.slots;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;

/** Where a storage changes its form: how arrays grow, when they are packed, and when the quick hash is given up. */
class SlotLimitsTest {

    private static final int PROBE_LIMIT = 48;
    private static final int TWIN_LIMIT = 8;

    private static HashedSlots empty() {
        return new HashedSlots(new Object[0], true);
    }

    private static void append(HashedSlots slots, List<String> names) {
        names.forEach(name -> slots.append(name, name));
    }

    private static boolean isKeyed(HashedSlots slots) {
        return slots.hash("a") != QuickHash.of("a");
    }

    /** Names whose quick hashes differ from each other, and of which the place in the index is the wanted one. */
    private static List<String> names(String prefix, int count, IntPredicate wanted) {
        List<String> names = new ArrayList<>();
        List<Integer> hashes = new ArrayList<>();
        for (int i = 0; names.size() < count; i++) {
            String name = prefix + (char) ('a' + i % 26) + (char) ('a' + i / 26 % 26) + i;
            int hash = QuickHash.of(name);
            if (wanted.test(hash) && !hashes.contains(hash)) {
                names.add(name);
                hashes.add(hash);
            }
        }
        return names;
    }

    /** Names of one quick hash. */
    private static List<String> twins(int count) {
        return FloodNames.oneHash().subList(0, count);
    }

    private static void assertAllFound(HashedSlots slots, List<String> names) {
        for (String name : names) {
            int position = slots.find(String.valueOf(name.toCharArray()));
            assertThat(position).as(name).isNotNegative();
            assertThat(slots.pairs[position]).isEqualTo(name);
        }
    }

    @Test
    void aFlatArrayGrowsInStepsOfTwoFiveAndEightPairs() {
        int[] room = {2, 2, 5, 5, 5, 8, 8, 8};
        for (boolean shared : new boolean[] {false, true}) {
            Object storage = null;
            for (int i = 0; i < room.length; i++) {
                storage = Slots.append(storage, shared, i, i, false); // a key that is no name has no layout
                assertThat(Contents.array(storage)).hasSize(2 * room[i]);
            }
        }
    }

    @Test
    void aFullTableIsPackedUpToThreeQuartersAliveAndDoubledFromThere() {
        for (int removed : new int[] {3, 4}) {
            HashedSlots slots = empty();
            for (int i = 0; i < 16; i++) {
                slots.append("name" + i, i);
            }
            for (int i = 0; i < removed; i++) {
                slots.removeAt(slots.find("name" + i));
            }
            slots.append("more", 1);
            assertThat(slots.pairs).hasSize(removed == 3 ? 64 : 32);
        }
    }

    @Test
    void h6_theNameAfterNineWithTheSameHashSwitchesTheHash() {
        List<String> twins = twins(TWIN_LIMIT + 2);
        HashedSlots slots = empty();
        append(slots, twins.subList(0, TWIN_LIMIT + 1));
        assertThat(isKeyed(slots)).isFalse();
        slots.append(twins.get(TWIN_LIMIT + 1), 1);
        assertThat(isKeyed(slots)).isTrue();
        assertAllFound(slots, twins);
    }

    @Test
    void h6_theNameBeyondTheProbeLimitSwitchesTheHash() {
        List<String> row = names("row", PROBE_LIMIT + 2, hash -> (hash & 127) == 0);
        HashedSlots slots = empty();
        append(slots, row.subList(0, PROBE_LIMIT + 1));
        assertThat(slots.longestWay).isEqualTo(PROBE_LIMIT);
        assertThat(isKeyed(slots)).isFalse();
        slots.append(row.get(PROBE_LIMIT + 1), 1);
        assertThat(isKeyed(slots)).isTrue();
        assertAllFound(slots, row);
    }

    @Test
    void h6_theLastNameThatFitsMaySwitchTheHash() {
        List<String> twins = twins(TWIN_LIMIT + 2);
        List<String> others = names("other", 16 - twins.size(), hash -> true);
        HashedSlots slots = empty();
        append(slots, others);
        append(slots, twins);
        assertThat(slots.pairs).hasSize(32).doesNotContainNull();
        assertThat(isKeyed(slots)).isTrue();
        assertAllFound(slots, twins);
        assertAllFound(slots, others);
    }

    /** A name that took a removed one's place near its home loses it when the table is packed. */
    @Test
    void h6_compactionMaySwitchTheHash() {
        List<String> first = twins(2);
        int home = QuickHash.of(first.get(0)) & 255;
        List<String> row = names("row", PROBE_LIMIT, hash -> (hash & 255) == home);
        List<String> behind = names("behind", 40, hash -> (hash & 255) == ((home + 40) & 255));
        List<String> aside = names("aside", 2, hash -> (hash & 255) == ((home + 150) & 255));
        HashedSlots slots = empty();
        slots.append(first.get(0), 1);
        append(slots, row);
        append(slots, behind);
        slots.removeAt(slots.find(first.get(0)));
        slots.append(first.get(1), 1);
        int pairs = 2 + row.size() + behind.size();
        while (pairs++ < 128) {
            slots.append(aside.get(0), 1);
            slots.removeAt(slots.find(aside.get(0)));
        }
        assertThat(isKeyed(slots)).isFalse();
        slots.append(aside.get(1), 1);
        assertThat(slots.pairs).hasSize(256);
        assertThat(isKeyed(slots)).isTrue();
        assertAllFound(slots, row);
        assertAllFound(slots, behind);
        assertAllFound(slots, List.of(first.get(1), aside.get(1)));
        assertThat(slots.find(first.get(0))).isNegative();
    }
}
