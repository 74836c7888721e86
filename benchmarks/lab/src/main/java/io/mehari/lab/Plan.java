package io.mehari.lab;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * The order in which the JVMs start. Each round has one JVM of each role, in random order. So if the machine slows
 * down, it does so for all roles, and no role always has the same place. Groups of operations with JVMs of their own
 * take turns within a round.
 */
final class Plan {
    private Plan() {}

    /**
     * One JVM to start.
     *
     * @param number the number, from 1
     * @param role the side that it measures
     * @param group how the names of its operations begin; empty for all operations
     */
    record Fork(int number, Role role, String group) {
        /** The name of the file for the output of this JVM. */
        String file() {
            return String.format(Locale.ROOT, "%03d-%s.tsv", number, role);
        }
    }

    /** The same seed gives the same order. */
    static List<Fork> of(Request request) {
        List<String> groups = request.experiment().words("jvms");
        return of(request.rounds(), request.seed(), groups.isEmpty() ? List.of("") : groups);
    }

    /** The same for groups with JVMs of their own. */
    static List<Fork> of(int rounds, long seed, List<String> groups) {
        Random random = new Random(seed);
        List<Fork> forks = new ArrayList<>();
        for (int i = 0; i < rounds * groups.size(); i++) {
            List<Role> round = new ArrayList<>(Arrays.asList(Role.values()));
            Collections.shuffle(round, random);
            for (Role each : round) {
                forks.add(new Fork(forks.size() + 1, each, groups.get(i % groups.size())));
            }
        }
        return forks;
    }
}
