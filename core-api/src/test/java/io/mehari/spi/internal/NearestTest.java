package io.mehari.spi.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class NearestTest {
    /** Law S3: each failing message may ask, with a name of its own. */
    @Test
    void s3_namesAreComparedOnceASecond() {
        AtomicInteger looks = new AtomicInteger();
        Nearest.Seldom nearest = new Nearest.Seldom();
        for (int i = 0; i < 100; i++) {
            String text = nearest.orElse("direct:", i % 2 == 0 ? "ordrs" : "ordrs" + i, () -> {
                looks.incrementAndGet();
                return List.of("orders");
            });
            assertThat(text).isEqualTo(i % 2 == 0 ? "did you mean 'direct:orders'? Or else " : "");
        }
        assertThat(looks).hasValue(1);
    }
}
