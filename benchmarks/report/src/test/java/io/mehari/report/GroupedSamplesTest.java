package io.mehari.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The result that is created from the samples of subjects that take turns. */
class GroupedSamplesTest {
    @Test
    void eachSubjectHasTheMedianOfItsOwnSamplesOfAGroup() {
        GroupedSamples samples = new GroupedSamples();
        for (double each : new double[] {3, 1, 2}) {
            samples.add("copy", "mehari", "messages/s", each);
            samples.add("copy", "camel", "messages/s", 10 * each);
            samples.add("other", "mehari", "ns", each);
        }
        samples.note("a note");
        Result result = samples.result("title", "commit", "command");
        assertThat(result.notes()).containsExactly("a note");
        assertThat(result.rows()).extracting(Row::group).containsExactly("copy", "copy", "other");
        assertThat(result.rows()).extracting(Row::value).containsExactly(2.0, 20.0, 2.0);
        assertThat(result.rows()).extracting(Row::better).containsExactly(Better.MORE, Better.MORE, Better.LESS);
        assertThat(result.rows().get(0).samples()).containsExactly(3.0, 1.0, 2.0);
    }
}
