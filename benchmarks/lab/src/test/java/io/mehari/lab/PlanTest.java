package io.mehari.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PlanTest {
    private static final int ROLES = Role.values().length;
    private static final List<String> ALL = List.of("");

    private static List<Role> round(List<Plan.Fork> plan, int round) {
        return plan.subList(round * ROLES, (round + 1) * ROLES).stream()
                .map(Plan.Fork::role)
                .toList();
    }

    @Test
    void eachRoundHasEachRoleOnceAndOrdersDiffer() {
        List<Plan.Fork> plan = Plan.of(20, 7, ALL);
        assertThat(plan).hasSize(20 * ROLES);
        Set<List<Role>> orders = new HashSet<>();
        for (int i = 0; i < 20; i++) {
            assertThat(EnumSet.copyOf(round(plan, i))).hasSize(ROLES);
            orders.add(round(plan, i));
        }
        assertThat(orders).hasSizeGreaterThanOrEqualTo(4);
    }

    @Test
    void groupsTakeTurnsAndEachHasAllRolesInEachRound() {
        List<Plan.Fork> plan = Plan.of(2, 7, List.of("a", "b"));
        assertThat(plan.stream().map(Plan.Fork::group))
                .containsExactly("a", "a", "a", "b", "b", "b", "a", "a", "a", "b", "b", "b");
        for (int i = 0; i < 4; i++) {
            assertThat(EnumSet.copyOf(round(plan, i))).hasSize(ROLES);
        }
    }

    @Test
    void theSameSeedGivesTheSameOrderAndAnotherAnother() {
        assertThat(Plan.of(20, 7, ALL)).isEqualTo(Plan.of(20, 7, ALL)).isNotEqualTo(Plan.of(20, 8, ALL));
        assertThat(Plan.of(20, 7, ALL).stream().map(Plan.Fork::file)).doesNotHaveDuplicates();
    }
}
