package io.mehari.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Runs a few schedules; {@code ./prove simulate} runs millions. */
class SchedulesTest {
    private static final int SCHEDULES = 200;

    @Test
    void allLawsHoldWhateverIsBuiltAndWhateverTheUserDoes() {
        for (int i = 0; i < SCHEDULES; i++) {
            Plan plan = Generator.plan(1, i);
            assertThat(Schedule.run(plan)).as("%s", plan).isEmpty();
        }
    }

    @Test
    void aScheduleRunsFromText() {
        Plan plan = Plan.parse("""
                seed 4711
                messages 3
                pooled
                disturb suspend a 2 500
                clock 10 4
                route a seda:a?size=4&blockWhenFull=true
                  handler dead 2 100
                  split 3 parallel
                    work throws 2 1
                  to b
                route b disruptor:b?size=8
                  delay 10
                """);
        assertThat(Schedule.run(plan)).isEmpty();
    }

    @Test
    void aUserWhoseCallbackNeverComesIsNoFaultOfMehari() {
        Plan plan = Plan.parse("""
                seed 1
                messages 3
                route a seda:a?size=100
                  work never 2
                """);
        assertThat(Schedule.run(plan)).isEmpty();
    }

    @Test
    void aStepThatRunsTwiceIsSeen() {
        Ledger ledger = new Ledger();
        Retries retries = new Retries(ledger, Line.of("handler default 1 0"), true);
        retries.judge("a_1", "m0", 1);
        assertThat(ledger.complaints()).isEmpty();
        retries.judge("a_1", "m0", 2);
        assertThat(ledger.complaints()).extracting(Complaint::judge).isEqualTo(List.of(Judge.ONCE));
    }
}
