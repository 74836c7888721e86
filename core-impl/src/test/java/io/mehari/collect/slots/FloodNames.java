package io.mehari.collect.slots;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Names that an attacker would choose after reading the code of {@code QuickHash} and {@code HashedSlots}. */
final class FloodNames {
    static final int COUNT = 50_000;

    /** Size of the index for this number of names. */
    private static final int INDEX = 1 << 17;

    private FloodNames() {}

    private static String letters(Random random, int length) {
        char[] name = new char[length];
        for (int i = 0; i < length; i++) {
            name[i] = (char) ('a' + random.nextInt(26));
        }
        return new String(name);
    }

    /** Names without an attack. */
    static List<String> ordinary(int length) {
        Random random = new Random(length);
        Set<String> names = new LinkedHashSet<>();
        while (names.size() < COUNT) {
            names.add(letters(random, length));
        }
        return new ArrayList<>(names);
    }

    /** Every sequence of sixteen blocks, each one of two blocks that are equal under 31 * h. */
    static List<String> blocks(String one, String other, int count) {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            StringBuilder name = new StringBuilder();
            for (int bit = 0; bit < 16; bit++) {
                name.append((i >> bit & 1) == 0 ? one : other);
            }
            names.add(name.toString());
        }
        return names;
    }

    /** A name of 16 characters, of which QuickHash looks at the twelve of the head only. */
    private static String unseen(String head, int i) {
        char[] free = {
            (char) ('a' + i % 26),
            (char) ('a' + i / 26 % 26),
            (char) ('a' + i / 676 % 26),
            (char) ('a' + i / 17_576 % 26)
        };
        return head.substring(0, 4) + free[0] + free[1] + head.substring(4, 8) + free[2] + free[3] + head.substring(8);
    }

    /** All of one hash: they differ where QuickHash does not look. */
    static List<String> oneHash() {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < COUNT; i++) {
            names.add(unseen("X-FomiddTail", i));
        }
        return names;
    }

    /**
     * Groups of names, each with one hash, spread so evenly that no probe is long: an attack that stays under the limit
     * on probes. In each round, each group gets one more name.
     */
    static List<String> groups(int size) {
        int groups = COUNT / size + 1;
        int distance = INDEX / groups;
        @Nullable String[] heads = new @Nullable String[groups];
        Random random = new Random(size);
        for (int found = 0; found < groups; ) {
            String head = letters(random, 12);
            int home = QuickHash.of(unseen(head, 0)) & (INDEX - 1);
            int group = home / distance;
            if (group < groups && home % distance < 3 && heads[group] == null) {
                heads[group] = head;
                found++;
            }
        }
        List<@Nullable String> mixed = Arrays.asList(heads);
        Collections.shuffle(mixed, random);
        List<String> names = new ArrayList<>();
        for (int i = 0; names.size() < COUNT; i++) {
            names.add(unseen(Objects.requireNonNull(mixed.get(i % groups)), i / groups * 7919));
        }
        return names;
    }

    /**
     * One name for each of the first places of the index: no insertion needs a probe, but the entries form one long
     * run.
     */
    static List<String> row() {
        @Nullable String[] names = new @Nullable String[COUNT];
        Random random = new Random(1);
        for (int found = 0; found < COUNT; ) {
            String name = letters(random, 10);
            int home = QuickHash.of(name) & (INDEX - 1);
            if (home < COUNT && names[home] == null) {
                names[home] = name;
                found++;
            }
        }
        return Arrays.stream(names).map(Objects::requireNonNull).toList();
    }

    /** Absent names whose look-up starts at the beginning of that run. */
    static List<String> atTheBeginningOfTheRow(int count) {
        Random random = new Random(2);
        List<String> names = new ArrayList<>();
        while (names.size() < count) {
            String name = letters(random, 11);
            if ((QuickHash.of(name) & (INDEX - 1)) < 500) {
                names.add(name);
            }
        }
        return names;
    }
}
