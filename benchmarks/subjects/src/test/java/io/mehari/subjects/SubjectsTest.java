package io.mehari.subjects;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each subject does all of its scenarios: nothing is lost, nothing comes twice, and the order is kept. */
class SubjectsTest {
    /** Also releases of Camel whose jars are not on the class path here: the same class with other jars. */
    private static final Set<String> ELSEWHERE = Set.of("camel-4.20.0", "camel-disruptor-4.17.0");

    private static final Set<String> SHAPES = Set.of("1-1", "2-3");

    static Stream<Arguments> all() {
        List<Scenario> scenarios = Stream.of(Task.values())
                .flatMap(task -> task.scenarios().stream())
                .filter(each -> !each.variation().contains("-") || SHAPES.contains(each.variation()))
                .toList();
        return Contender.ALL.stream()
                .filter(each -> !ELSEWHERE.contains(each.id()))
                .flatMap(contender ->
                        scenarios.stream().filter(contender::does).map(scenario -> Arguments.of(contender, scenario)));
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("all")
    void eachBodyArrivesAsOftenAsItShould(Contender contender, Scenario scenario) throws Exception {
        int messages = scenario.task() == Task.REQUEST ? 200 : 6_000;
        Tally tally = new Tally(scenario);
        Flow flow = new Flow(contender.maker().get(), scenario, tally);
        flow.batch(messages);
        flow.batch(messages);
        flow.close();
        assertThat(flow.delivery()).extracting(Delivery::wrong).isEqualTo("");
        assertThat(tally.arrived()).isEqualTo(scenario.arrivals(2L * messages));
    }

    /** The measured sinks accept it, too: some of them only count. */
    @Test
    void theSinkOfEachScenarioCountsAll() throws Exception {
        for (Task task : Task.values()) {
            Scenario scenario = task.scenarios().get(0);
            if (!scenario.ring()) {
                Flow flow = new Flow(Contender.of("mehari").maker().get(), scenario, scenario.sink());
                flow.batch(1_000);
                flow.close();
            }
        }
    }
}
