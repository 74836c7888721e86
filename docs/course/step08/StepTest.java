package step08;

import static org.assertj.core.api.Assertions.assertThat;

import course.Figures;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The work that ordinary and colliding names cause. */
class StepTest {

    private static final List<String> ORDINARY = Names.ordinary(4096);
    private static final List<String> ATTACK = Names.attack(12);

    private static long probesBefore(List<String> names) {
        Before table = new Before();
        for (String name : names) {
            table.put(name, name);
        }
        return table.probes;
    }

    private static long probesAfter(After table, List<String> names) {
        for (String name : names) {
            table.put(name, name);
        }
        return table.probes;
    }

    private static long probesAfter(List<String> names) {
        return probesAfter(new After(1, 2), names);
    }

    @Test
    void figures() {
        Figures.of(StepTest.class)
                .known("slots probed, 4096 ordinary names", probesBefore(ORDINARY), probesAfter(ORDINARY))
                .row("slots probed, 4096 names of one hash", probesBefore(ATTACK), probesAfter(ATTACK))
                .check();
    }

    @Test
    void allNamesOfTheAttackHaveTheSameHash() {
        Set<Integer> hashes = new HashSet<>();
        ATTACK.forEach(name -> hashes.add(Before.hash(name)));
        assertThat(new HashSet<>(ATTACK)).hasSize(4096);
        assertThat(hashes).hasSize(1);
    }

    @Test
    void theWorkWasQuadraticAndIsLinear() {
        long once = probesBefore(Names.attack(10));
        long twice = probesBefore(Names.attack(11));
        assertThat((double) twice / once).isBetween(3.9, 4.1);
        long after = probesAfter(Names.attack(10));
        long afterTwice = probesAfter(Names.attack(11));
        assertThat((double) afterTwice / after).isLessThan(2.2);
    }

    @Test
    void ordinaryNamesNeverUseTheKeyedHash() {
        After table = new After();
        probesAfter(table, ORDINARY);
        assertThat(table.isKeyed()).isFalse();
    }

    @Test
    void everyNameIsFoundAfterTheSwitch() {
        After table = new After();
        probesAfter(table, ATTACK);
        assertThat(table.isKeyed()).isTrue();
        for (String name : ATTACK) {
            assertThat(table.get(name)).isEqualTo(name);
            assertThat(table.get(name.replace('a', 'A').replace('k', 'K'))).isEqualTo(name);
        }
        assertThat(table.get("akakakakakakakakakakakaX")).isNull();
    }

    // region seed
    private static int seeded(String name, int seed, int factor) {
        int hash = seed;
        for (int i = 0; i < name.length(); i++) {
            hash = factor * hash + name.charAt(i);
        }
        return hash;
    }

    @Test
    void aSecretSeedDoesNotHelp() {
        Random random = new Random(8);
        for (int i = 0; i < 1000; i++) {
            int seed = random.nextInt();
            assertThat(seeded("c-akc-", seed, 31)).isEqualTo(seeded("akc-ak", seed, 31));
        }
    }

    /** The Thue-Morse sequence, abbabaab...: b where the binary form of the index has an odd number of ones. */
    private static String thueMorse(int length, char even, char odd) {
        StringBuilder name = new StringBuilder();
        for (int i = 0; i < length; i++) {
            name.append(Integer.bitCount(i) % 2 == 0 ? even : odd);
        }
        return name.toString();
    }

    @Test
    void aSecretFactorDoesNotHelp() {
        String one = thueMorse(256, 'a', 'b');
        String other = thueMorse(256, 'b', 'a');
        Random random = new Random(8);
        for (int i = 0; i < 1000; i++) {
            int factor = random.nextInt() | 1;
            assertThat(seeded(one, 0, factor)).isEqualTo(seeded(other, 0, factor));
        }
    }
    // endregion
}
