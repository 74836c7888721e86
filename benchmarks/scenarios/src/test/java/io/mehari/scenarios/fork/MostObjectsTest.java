package io.mehari.scenarios.fork;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.scenarios.Contender;
import io.mehari.scenarios.Fields;
import io.mehari.scenarios.Variation;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The classes with the most objects come first, regardless of their bytes. An incomplete count is not shown. */
class MostObjectsTest {

    private static Outcome counted(boolean complete, Fields... classes) {
        Outcome outcome = new Outcome(Variation.of("camel-23686/flat-out"), Contender.of("mehari"), Path.of("jdk-25"));
        List.of(classes).forEach(outcome::add);
        outcome.add(new Fields("objects")
                .number("objects", 8.04)
                .number("bytes", 500.0)
                .truth("complete", complete));
        return outcome;
    }

    private static Fields type(String name, double objects) {
        return new Fields("class").text("type", name).number("objects", objects).number("bytes", 100.0);
    }

    @Test
    void thoseWithMostComeFirstAndThreeAreShown() {
        MostObjects most = counted(
                        true,
                        type("java.lang.Object[]", 1),
                        type("java.util.concurrent.ConcurrentHashMap$Node", 3),
                        type("io.mehari.Plain", 2),
                        type("InNoPackage", 2))
                .mostObjects();
        assertThat(most).isNotNull();
        assertThat(most.sum()).isEqualTo("8.0 objects");
        assertThat(most.within(100)).isEqualTo("3.0 ConcurrentHashMap$Node, 2.0 Plain, 2.0 InNoPackage, ...");
    }

    @Test
    void ofAClassOfWhichThereIsHardlyOneNothingIsSaid() {
        MostObjects most = counted(true, type("java.lang.Thread", 0.001)).mostObjects();
        assertThat(most).isEqualTo(new MostObjects("8.0 objects", List.of()));
        assertThat(most.within(100)).isEmpty();
    }

    @Test
    void aCountWithGapsOrNoneIsNotShown() {
        assertThat(counted(false, type("java.lang.Thread", 1)).mostObjects()).isNull();
        Outcome none = new Outcome(Variation.of("cbr"), Contender.of("mehari"), Path.of("jdk-25"));
        assertThat(none.mostObjects()).isNull();
    }
}
