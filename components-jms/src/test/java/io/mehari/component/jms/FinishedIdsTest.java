package io.mehari.component.jms;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class FinishedIdsTest {
    @Test
    void s3_beyondTheLimitTheOldestAreForgotten() {
        FinishedIds ids = new FinishedIds(3);
        ids.addAll(List.of("a", "b"));
        ids.addAll(List.of("c", "d"));
        assertThat(ids.size()).isEqualTo(3);
        assertThat(ids.remove("a")).isFalse();
        assertThat(ids.remove("b")).isTrue();
        ids.addAll(List.of("e", "f", "g", "h"));
        assertThat(ids.size()).isEqualTo(3);
        assertThat(ids.remove("h")).isTrue();
        assertThat(ids.remove(null)).isFalse();
    }

    @Test
    void anIdIsFoundOnce() {
        FinishedIds ids = new FinishedIds(Long.MAX_VALUE);
        ids.addAll(List.of("a"));
        assertThat(ids.remove("a")).isTrue();
        assertThat(ids.remove("a")).isFalse();
        assertThat(ids.size()).isZero();
    }
}
