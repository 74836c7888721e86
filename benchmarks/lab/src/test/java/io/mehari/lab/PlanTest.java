package io.mehari.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PlanTest {
    private static final int ROLES = Role.values().length;

    private static List<Role> round(List<Plan.Fork> plan, int round) {
        return plan.subList(round * ROLES, (round + 1) * ROLES).stream()
                .map(Plan.Fork::role)
                .toList();
    }

    @Test
    void eachRoundHasEachRoleOnceAndOrdersDiffer() {
        List<Plan.Fork> plan = Plan.of(20, 7);
        assertThat(plan).hasSize(20 * ROLES);
        Set<List<Role>> orders = new HashSet<>();
        for (int i = 0; i < 20; i++) {
            assertThat(EnumSet.copyOf(round(plan, i))).hasSize(ROLES);
            orders.add(round(plan, i));
        }
        assertThat(orders).hasSizeGreaterThanOrEqualTo(4);
    }

    @Test
    void theSameSeedGivesTheSameOrderAndAnotherAnother() {
        assertThat(Plan.of(20, 7)).isEqualTo(Plan.of(20, 7)).isNotEqualTo(Plan.of(20, 8));
        assertThat(Plan.of(20, 7).stream().map(Plan.Fork::file)).doesNotHaveDuplicates();
    }
}
