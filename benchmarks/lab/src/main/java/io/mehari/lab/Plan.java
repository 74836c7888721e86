package io.mehari.lab;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * The order in which the JVMs start. Each round has one JVM of each role, in random order. So if the machine slows
 * down, it does so for all roles, and no role always has the same place.
 */
final class Plan {
    private Plan() {}

    /**
     * One JVM to start.
     *
     * @param number the number, from 1
     * @param role what it measures
     */
    record Fork(int number, Role role) {
        /** The name of the file for the output of this JVM. */
        String file() {
            return String.format(Locale.ROOT, "%03d-%s.tsv", number, role);
        }
    }

    /** The same seed gives the same order. */
    static List<Fork> of(int rounds, long seed) {
        Random random = new Random(seed);
        List<Fork> forks = new ArrayList<>();
        for (int i = 0; i < rounds; i++) {
            List<Role> round = new ArrayList<>(Arrays.asList(Role.values()));
            Collections.shuffle(round, random);
            for (Role each : round) {
                forks.add(new Fork(forks.size() + 1, each));
            }
        }
        return forks;
    }
}
