package io.mehari.scenarios;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Mehari runs every scenario in every variation, and loses, duplicates and reorders nothing. */
class MehariScenariosTest {

    static List<String> everything() {
        List<String> all = new ArrayList<>();
        for (Scenario scenario : Scenario.values()) {
            for (String name : scenario.variations()) {
                all.add(name.isEmpty() ? scenario.id() : scenario.id() + "/" + name);
            }
        }
        return all;
    }

    @ParameterizedTest
    @MethodSource("everything")
    void doesTheWork(String id) throws Exception {
        run("mehari", id);
    }

    @ParameterizedTest
    @EnumSource
    void doesTheWorkPooled(Scenario scenario) throws Exception {
        run("mehari-pooled", scenario.id());
    }

    private static void run(String contender, String id) throws Exception {
        Subject subject = Contender.of(contender).maker().get();
        Fields line = new Run(contender, subject, Variation.of(id)).measure(0.1, 0);
        assertThat(line.text("wrong")).as(id).isEmpty();
        assertThat(line.kind()).isEqualTo("total");
        assertThat(line.number("came")).isPositive();
    }
}
