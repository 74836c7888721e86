package io.mehari.scenarios;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each peer whose jars are on the class path does the same work as Mehari, or says why it is not compared. */
class PeerScenariosTest {
    private static final List<String> PEERS = List.of(
            "spring-integration-7.1.0",
            "vertx-5.0.4",
            "array-blocking-queue",
            "raw-jctools",
            "raw-disruptor",
            "raw-disruptor-sleeping",
            "floor");

    static List<Variation> everything() {
        return MehariScenariosTest.everything().stream().map(Variation::of).toList();
    }

    /** Selects some of the many variations of queues and workflows. */
    private static boolean isTried(Variation variation) {
        return switch (variation.scenario()) {
            case SEDA, DISRUPTOR -> List.of("1-1", "2-1", "2-3").contains(variation.name());
            case WORKFLOW -> !variation.name().endsWith("/10us");
            default -> true;
        };
    }

    static List<List<String>> work() {
        List<List<String>> work = new ArrayList<>();
        for (String peer : PEERS) {
            for (Variation variation : everything()) {
                if (isTried(variation) && Contender.of(peer).does(variation)) {
                    work.add(List.of(peer, variation.id()));
                }
            }
        }
        return work;
    }

    @ParameterizedTest
    @MethodSource("work")
    void doesTheWork(List<String> peerAndVariation) throws Exception {
        Contender peer = Contender.of(peerAndVariation.get(0));
        Variation variation = Variation.of(peerAndVariation.get(1));
        Fields line = new Run(peer.id(), peer.maker().get(), variation).measure(0.05, 0);
        if (peer.id().startsWith("vertx-") && !line.text("wrong").isEmpty()) {
            // On a busy machine, some messages arrive out of order in this peer. A comparison reports how many.
            assertThat(line.text("wrong")).matches("\\d+ came out of order; \\d+ were expected");
            assertThat(line.kind()).isEqualTo("refused");
        } else {
            assertThat(line.text("wrong")).isEmpty();
            assertThat(line.kind()).isEqualTo("total");
        }
        assertThat(line.number("came")).isPositive();
    }

    @Test
    void eachSubjectLeftOutSaysWhyInOneSentence() {
        for (Contender each : Contender.ALL) {
            for (Variation variation : everything()) {
                assertThat(each.whyNot(variation)).matches("|[A-Z][^.]+(4\\.17[^.]*)?\\.");
            }
        }
        assertThat(Contender.of("mehari").does(Variation.of("workflow"))).isTrue();
        assertThat(Contender.of("raw-jctools").does(Variation.of("cbr"))).isFalse();
        assertThat(Contender.of("camel-disruptor-4.17.0").does(Variation.of("disruptor/9-9")))
                .isTrue();
    }

    @Test
    void eachVariationHasMehariAndAPeer() {
        for (Variation variation : everything()) {
            assertThat(Contender.ALL.stream().filter(each -> each.does(variation)))
                    .as(variation.id())
                    .hasSizeGreaterThan(2);
        }
    }
}
