package io.mehari.proofs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ProofsTest {

    @Test
    void eachCaseOfABatchRunsOnceUntilEnoughHaveFailed() throws Exception {
        RandomOptions options = new RandomOptions();
        options.from = 7;
        List<Long> all = new ArrayList<>();
        assertThat(batch(options, all, -1).run()).isTrue();
        assertThat(all)
                .containsExactlyInAnyOrderElementsOf(
                        LongStream.range(7, 107).boxed().toList());

        List<Long> some = new ArrayList<>();
        options.threads = 1;
        options.reports = 2;
        assertThat(batch(options, some, 10).run()).isFalse();
        assertThat(some).hasSizeLessThan(40);

        List<Long> one = new ArrayList<>();
        options.only = 11;
        assertThat(batch(options, one, 11).run()).isFalse();
        assertThat(one).containsExactly(11L);
    }

    /** Numbers from {@code fails} on fail. */
    private static Batch batch(RandomOptions options, List<Long> ran, long fails) {
        return new Batch(options, 100, 9) {
            @Override
            protected void run(List<Long> numbers) throws Exception {
                synchronized (ran) {
                    ran.addAll(numbers);
                }
                for (long each : numbers) {
                    if (fails >= 0 && each >= fails) {
                        report("case " + each, () -> "why");
                    }
                }
            }
        };
    }

    @Test
    void theSmallestCaseThatStillFailsIsFound() throws Exception {
        Shrinker<Integer, Integer> shrinker = new Shrinker<>(
                failed -> List.of(failed / 2, failed - 1), 1, cases -> cases.get(0) >= 17 ? cases.get(0) : null);
        assertThat(shrinker.shrink(1_000)).isEqualTo(17);
        assertThat(Shrinker.replaced(List.of(1, 2, 3, 4), 1, 3, List.of(9))).containsExactly(1, 9, 4);
    }

    @Test
    void oneSeedAlwaysDrawsTheSame() {
        Draw one = new Draw(new Random(3));
        Draw other = new Draw(new Random(3));
        for (int i = 0; i < 100; i++) {
            assertThat(one.upTo(9)).isEqualTo(other.upTo(9)).isBetween(1, 9);
            assertThat(one.pick("a", "b")).isEqualTo(other.pick(List.of("a", "b")));
        }
    }
}
