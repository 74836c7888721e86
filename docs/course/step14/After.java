package step14;

import java.util.List;

/** Says that it waits, looks, and sleeps. */
class After extends Mailbox {

    // region wait
    @Override
    List<Step> waitSteps() {
        return List.of(this::enter, this::lookForNothing, this::sleep);
    }
    // endregion
}
