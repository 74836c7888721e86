package io.mehari.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PlanTest {

    @Test
    void aPlanIsReadFromTheTextThatItWrites() {
        for (int i = 0; i < 500; i++) {
            Plan plan = Generator.plan(3, i);
            assertThat(Plan.parse(plan.toString())).isEqualTo(plan);
        }
    }

    @Test
    void oneSeedAlwaysMakesTheSamePlans() {
        assertThat(Generator.plan(7, 42)).isEqualTo(Generator.plan(7, 42)).isNotEqualTo(Generator.plan(8, 42));
    }

    @Test
    void eachPlanIsOneForWhichTheLawsPromiseSomething() {
        for (int i = 0; i < 2_000; i++) {
            Plan plan = Generator.plan(5, i);
            assertThat(plan.isFair()).as("%s", plan).isTrue();
        }
    }

    @Test
    void aFailureExplainsThatTheMessagesItBelongsToDidNotGoOn() {
        assertThat(Tokens.explains("m1:0", "m1")).isTrue();
        assertThat(Tokens.explains("m1", "m1:0^a_1")).isTrue();
        assertThat(Tokens.explains("m1.0", "m1"))
                .as("a part that keeps its failure")
                .isFalse();
        assertThat(Tokens.explains("m1>a_1", "m1"))
                .as("a sender that does not wait")
                .isFalse();
        assertThat(Tokens.explains("m10", "m1")).isFalse();
        assertThat(Tokens.root("m12:0^a_1")).isEqualTo("m12");
    }
}
