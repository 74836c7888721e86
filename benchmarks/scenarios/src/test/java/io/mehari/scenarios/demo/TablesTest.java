package io.mehari.scenarios.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.scenarios.Fields;
import io.mehari.scenarios.Variation;
import io.mehari.scenarios.fork.Outcome;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The tables have the measurements in columns. A subject without figures is listed with the reason. */
class TablesTest {

    @Test
    void figuresStandInColumnsAndAFaultInPlaceOfThem() {
        assertThat(Tables.summary(Samples.outcomes()).lines())
                .containsExactly(
                        "| scenario             | subject      | messages/s | CPU ns/message | bytes/message"
                                + " | objects/message | live heap MB | GCs | GC ms |",
                        "|----------------------|--------------|-----------:|---------------:|--------------:"
                                + "|----------------:|-------------:|----:|------:|",
                        "| camel-23686/flat-out | mehari       |  1,500,000 |             50 |           184"
                                + " |             3.0 |          2.5 |   7 |    12 |",
                        "| camel-23686/flat-out | camel-4.20.0 | REFUSED: 1 lost; 1000 were expected |",
                        "| camel-23686/flat-out | camel-4.22.0 | not measured |");
    }

    @Test
    void objectsAreShownByClass() {
        Variation variation = Variation.of("camel-23686/flat-out");
        assertThat(Tables.objects(variation, Samples.outcomes()).lines())
                .containsExactly(
                        "| objects (bytes) for each message      |     mehari |",
                        "|---------------------------------------|-----------:|",
                        "| i.m.impl.DefaultExchange              | 2.00 (160) |",
                        "| j.lang.Long                           |  1.00 (24) |",
                        "| all classes, those not shown included | 3.00 (184) |");
        assertThat(Tables.objects(variation, List.of())).isEmpty();
    }

    @Test
    void objectsOfWhoWasRefusedAreNotShown() {
        Outcome refused = Samples.outcomes().get(1);
        refused.add(new Fields("objects")
                .number("objects", 1.0)
                .number("bytes", 16.0)
                .truth("complete", true));
        assertThat(Tables.objects(refused.variation, List.of(refused))).isEmpty();
    }
}
