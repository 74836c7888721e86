package step14;

import java.util.List;

/** Looks, says that it waits, and sleeps. */
class Before extends Mailbox {

    // region wait
    @Override
    List<Step> waitSteps() {
        return List.of(this::lookForNothing, this::enter, this::sleep);
    }
    // endregion
}
