package io.mehari.connectors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;

/** Tests which subjects {@code ./bench brokers} refuses. */
class ArrivalsTest {
    private final Semaphore room = new Semaphore(0);

    private Arrivals of(String... texts) {
        Arrivals arrivals = new Arrivals(room);
        List.of(texts).forEach(arrivals::arrived);
        return arrivals;
    }

    @Test
    void eachMessageOnceIsRight() throws IOException {
        of(Senders.body(1), Senders.body(0)).check("subject", 2);
        assertThat(room.availablePermits()).isEqualTo(2);
    }

    @Test
    void aMissingARepeatedAChangedAndAnotherMessageAreRefused() {
        String zero = Senders.body(0);
        refused(of(Senders.body(1)), 2, "of 2 messages 1 have arrived");
        refused(of(zero, zero), 1, "1 came twice or changed");
        refused(of("0:short"), 1, "1 came twice or changed");
        refused(of(zero, Senders.body(2)), 2, "the last is 2");
    }

    private static void refused(Arrivals arrivals, int all, String why) {
        assertThatThrownBy(() -> arrivals.check("subject", all)).hasMessageContaining(why);
    }
}
