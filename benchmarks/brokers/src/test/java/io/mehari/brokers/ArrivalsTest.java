package io.mehari.brokers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;

/** Tests which subjects {@code ./bench brokers} refuses. */
class ArrivalsTest {
    private final Semaphore room = new Semaphore(0);
    private final Arrivals arrivals = new Arrivals(room);

    @Test
    void eachMessageOnceIsRight() throws IOException {
        arrivals.arrived(Senders.body(1));
        arrivals.arrived(Senders.body(0));
        arrivals.check("subject", 2);
        assertThat(room.availablePermits()).isEqualTo(2);
    }

    @Test
    void aMissingMessageIsRefused() {
        arrivals.arrived(Senders.body(1));
        assertThatThrownBy(() -> arrivals.check("subject", 2)).hasMessageContaining("of 2 messages 1 have arrived");
    }

    @Test
    void aRepeatedMessageIsRefused() {
        arrivals.arrived(Senders.body(0));
        arrivals.arrived(Senders.body(0));
        assertThatThrownBy(() -> arrivals.check("subject", 1)).hasMessageContaining("1 came twice or changed");
    }

    @Test
    void aChangedMessageIsRefused() {
        arrivals.arrived("0:short");
        assertThatThrownBy(() -> arrivals.check("subject", 1)).hasMessageContaining("1 came twice or changed");
    }

    @Test
    void anotherMessageInPlaceOfOneIsRefused() {
        arrivals.arrived(Senders.body(0));
        arrivals.arrived(Senders.body(2));
        assertThatThrownBy(() -> arrivals.check("subject", 2)).hasMessageContaining("the last is 2");
    }
}
