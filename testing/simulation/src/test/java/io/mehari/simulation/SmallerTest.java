package io.mehari.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

class SmallerTest {

    @Test
    void whatIsNotNeededIsLeftOut() throws Exception {
        Predicate<Plan> fails = plan -> plan.any(each -> each.is("split") && each.has("parallel") && each.number(1) > 2)
                && plan.number("messages", 0) >= 2;
        Plan smallest = Smaller.shrinker(fails).shrink(Plan.parse("""
                                seed 4711
                                messages 9
                                pooled
                                disturb suspend b 2 500
                                route a seda:a?size=4&blockWhenFull=true
                                  handler dead 2 100
                                  filter fault throws 2
                                    loop 2
                                      split 4 streaming parallel fault error 1
                                        work throws 2 1
                                  to b
                                route b disruptor:b?size=8
                                  delay 10
                                """));
        assertThat(smallest.withSeed(1)).isEqualTo(Plan.parse("""
                                seed 1
                                messages 2
                                route a seda:a
                                  split 3 parallel
                                """));
    }

    @Test
    void whatSeemsSmallerButIsUnfairIsNotTried() throws Exception {
        Plan unfair = Plan.parse("""
                seed 1
                messages 1
                route a seda:a?size=100
                  work never 1
                """);
        Plan smallest = Smaller.shrinker(plan -> plan.uses("never")).shrink(unfair);
        assertThat(smallest.isFair()).isTrue();
        assertThat(smallest.toString()).contains("size=100");
    }

    /** Here the law is that no message fails. It does not hold, so it stands for a fault. */
    @Test
    void aRealScheduleIsMadeSmall() throws Exception {
        Predicate<Plan> fails = plan -> {
            Plan watched = plan;
            return watched.uses("throws") && Schedule.run(watched).isEmpty();
        };
        Plan smallest = Smaller.shrinker(fails).shrink(Plan.parse("""
                                seed 5
                                messages 3
                                route a seda:a?size=4&concurrentConsumers=2
                                  delay 10
                                  split 2
                                    work throws 1 1
                                """));
        assertThat(smallest.size()).isLessThan(14);
        assertThat(smallest.uses("throws")).isTrue();
    }
}
