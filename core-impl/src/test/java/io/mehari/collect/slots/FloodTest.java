package io.mehari.collect.slots;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.collect.CaseInsensitiveMap;
import io.mehari.spi.internal.AsciiCase;
import java.lang.reflect.Field;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * Law H6, without a clock: how far a look-up goes and how many names it may have to read. The keyed hash is drawn anew
 * in each process, so the bounds are those that a random hash breaks less than once in 10^9 runs.
 */
class FloodTest {
    private static final byte KEY = RandomBits.chooseKey();

    private static final int LONGEST_WAY = 150;
    private static final int MOST_TWINS = 9;

    private static HashedSlots filled(List<String> names, boolean folded) {
        HashedSlots slots = new HashedSlots(new Object[0], folded);
        for (String name : names) {
            if (slots.find(name) >= 0) {
                throw new AssertionError(name + " is there already");
            }
            slots.append(name, name);
        }
        return slots;
    }

    private static void assertNotSlow(List<String> names) {
        assertNotSlow(names, true);
        assertNotSlow(names, false);
    }

    private static void assertNotSlow(List<String> names, boolean folded) {
        HashedSlots slots = filled(names, folded);
        Map<Integer, Integer> twins = new HashMap<>();
        for (String name : names) {
            int position = slots.find(String.valueOf(name.toCharArray()));
            if (position < 0 || !name.equals(slots.pairs[position])) {
                throw new AssertionError(name + " is not found");
            }
            twins.merge(slots.hash(name), 1, Integer::sum);
        }
        assertThat(slots.live).isEqualTo(names.size());
        assertThat(slots.longestWay).isLessThan(LONGEST_WAY);
        assertThat(twins.values()).allMatch(many -> many <= MOST_TWINS);
    }

    /** A random source that fails for a while gives another key to tables that need one then. */
    @Test
    void s4_aTableKeepsTheKeyThatItWasBuiltWith() throws ReflectiveOperationException {
        Field mixed = RandomBits.class.getDeclaredField("mixed");
        mixed.setAccessible(true);
        mixed.set(null, new long[] {RandomBits.mix(), RandomBits.mix()});
        HashedSlots table = new HashedSlots(new Object[] {"name0", 0}, true);
        table.reindex(table.pairs, 2, RandomBits.MIXED);
        for (int i = 1; i < 1000; i++) {
            table.append("name" + i, i);
        }
        table.addOwner();
        HashedSlots copy = table.own();
        assertThat(copy).isNotSameAs(table);
        for (int i = 0; i < 1000; i++) {
            assertThat(table.find("NAME" + i)).isEqualTo(2 * i);
            assertThat(copy.find("NAME" + i)).isEqualTo(2 * i);
        }
        assertThat(copy.hash("name")).isEqualTo(KeyedHash.of("name", true, RandomBits.MIXED));
        assertThat(copy.hash("name")).isNotEqualTo(KeyedHash.of("name", true, RandomBits.DRAWN));
        assertThat(LongStream.generate(RandomBits::mix).limit(10_000).distinct().count())
                .isEqualTo(10_000);
    }

    @Test
    void h6_ordinaryNamesStayWithTheQuickHash() {
        List<String> names = FloodNames.ordinary(16);
        HashedSlots slots = filled(names, true);
        assertThat(slots.hash(names.get(0))).isEqualTo(QuickHash.of(names.get(0)));
        assertNotSlow(names);
    }

    @Test
    void h6_namesWithTheSameHashCode() {
        assertNotSlow(FloodNames.blocks("ak", "c-", FloodNames.COUNT));
        assertNotSlow(FloodNames.blocks("Aa", "BB", FloodNames.COUNT));
        assertNotSlow(FloodNames.blocks("a~", "b_", 4096)); // in either case
    }

    @Test
    void h6_namesThatDifferWhereTheQuickHashDoesNotLook() {
        List<String> names = FloodNames.oneHash();
        assertThat(names.stream().map(QuickHash::of).distinct()).hasSize(1);
        assertNotSlow(names);
    }

    @Test
    void h6_groupsOfNamesThatStayUnderTheProbeLimit() {
        for (int size : new int[] {9, 16, 48}) {
            assertNotSlow(FloodNames.groups(size), true);
        }
    }

    @Test
    void h6_aRunOfEntriesWithoutCollisionsDoesNotSlowDownAbsentNames() {
        HashedSlots slots = filled(FloodNames.row(), true);
        assertThat(slots.longestWay).isLessThan(LONGEST_WAY);
        for (String absent : FloodNames.atTheBeginningOfTheRow(1000)) {
            assertThat(slots.find(absent)).isNegative();
        }
    }

    @Test
    void h6_puttingAndRemovingOneNameLeavesOneEntry() {
        HashedSlots slots = filled(FloodNames.ordinary(10), true);
        int before = slots.longestWay;
        for (int i = 0; i < 10_000; i++) {
            slots.append(i % 2 == 0 ? "Once-More" : "once-more", i);
            slots.removeAt(slots.find("once-MORE"));
        }
        assertThat(slots.longestWay).isLessThan(before + 10);
        assertThat(slots.hash("a")).as("still the quick hash").isEqualTo(QuickHash.of("a"));
    }

    @Test
    void h6_anAttackOnACopyIsDetected() {
        List<String> names = FloodNames.oneHash();
        HashedSlots original = filled(names.subList(0, 2000), true);
        original.addOwner();
        HashedSlots copy = original.own();
        assertThat(copy).isNotSameAs(original);
        for (String name : names.subList(0, 2000)) {
            assertThat(copy.find(name)).isNotNegative();
        }
        for (String name : names.subList(2000, 4000)) {
            copy.append(name, name);
        }
        for (String name : names.subList(0, 4000)) {
            assertThat(copy.find(name.toUpperCase(Locale.ROOT))).isNotNegative();
        }
        assertThat(copy.longestWay).isLessThan(LONGEST_WAY);
        assertThat(original.live).isEqualTo(2000);
    }

    @Test
    void h1_bothHashesAgreeOnSpellings() {
        for (int length = 0; length < 40; length++) {
            String upper = "ABCDEFGHIJKLMNOPQRSTUVWXYZ-[@]`{}ABCDEFGH".substring(0, length);
            String lower = AsciiCase.fold(upper);
            assertThat(QuickHash.of(upper)).isEqualTo(QuickHash.of(lower));
            assertThat(KeyedHash.of(upper, true, KEY)).isEqualTo(KeyedHash.of(lower, true, KEY));
            assertThat(KeyedHash.of(upper, false, KEY))
                    .isEqualTo(KeyedHash.of(String.valueOf(upper.toCharArray()), false, KEY));
        }
    }

    @Test
    void h6_theKeyedHashReadsEveryCharacter() {
        String name = "abcdefghijklmnopqrstuvwxyz";
        for (int i = 0; i < name.length(); i++) {
            String other = name.substring(0, i) + '*' + name.substring(i + 1);
            assertThat(KeyedHash.of(other, true, KEY)).isNotEqualTo(KeyedHash.of(name, true, KEY));
            assertThat(KeyedHash.of(name.substring(0, i), true, KEY)).isNotEqualTo(KeyedHash.of(name, true, KEY));
        }
    }

    @Test
    void h6_collidingKeysThatAreNoStringsAreFound() {
        record Same(int number) {
            @Override
            public int hashCode() {
                return 42;
            }
        }
        HashedSlots slots = new HashedSlots(new Object[0], false);
        for (int i = 0; i < 500; i++) {
            slots.append(new Same(i), i);
        }
        for (int i = 0; i < 500; i++) {
            assertThat(slots.pairs[slots.find(new Same(i)) + 1]).isEqualTo(i);
        }
        assertThat(slots.find(new Same(500))).isNegative();
    }

    @Test
    void h6_aFloodedMapIsStillTheSameMap() {
        CaseInsensitiveMap<Integer> map = new CaseInsensitiveMap<>();
        List<String> names = FloodNames.oneHash();
        for (int i = 0; i < names.size(); i++) {
            map.put(names.get(i), i);
        }
        assertThat(map.keySet()).containsExactlyElementsOf(names);
        for (int i = 0; i < names.size(); i++) {
            if (i % 3 != 0) {
                assertThat(map.remove(names.get(i).toUpperCase(Locale.ROOT))).isEqualTo(i);
            }
        }
        assertThat(map).hasSize(names.size() / 3 + 1);
        for (int i = 0; i < names.size(); i++) {
            assertThat(map.containsKey(names.get(i))).isEqualTo(i % 3 == 0);
        }
    }
}
