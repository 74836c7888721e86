package io.mehari.component.camel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;

/** Law K3 for messages that go round through Mehari and Camel. */
class PlaceTest {
    private final Semaphore places = new Semaphore(1);

    private Place taken() {
        assertThat(places.tryAcquire()).isTrue();
        return new Place(places, null);
    }

    @Test
    void k3_aPlaceIsLentToOneMessageAtATime() {
        Place place = taken();
        Place lent = place.lend();
        assertThat(lent).isNotNull();
        assertThat(place.lend()).isNull();
        lent.leave();
        assertThat(place.lend()).isNotNull();
    }

    @Test
    void k3_aPlaceWhoseMessageIsDoneIsNotLent() {
        Place place = taken();
        Place lent = place.lend();
        place.leave();
        assertThat(place.lend()).isNull();
        lent.leave();
        assertThat(lent.lend()).isNull();
        assertThat(place.lend()).isNull();
    }

    @Test
    void k3_aPlaceIsFreeWhenTheLastInItIsDone() {
        Place first = taken();
        Place second = first.lend();
        Place third = second.lend();
        second.leave();
        assertThat(first.lend()).as("the third is still in it").isNull();
        first.leave();
        assertThat(places.availablePermits()).isZero();
        third.leave();
        assertThat(places.availablePermits()).isOne();
    }
}
