package step14;

import java.util.List;

/** Checks for a message, announces that it waits, and parks. */
class Before extends Mailbox {

    // region wait
    @Override
    List<Step> waitSteps() {
        return List.of(this::checkEmpty, this::announceWait, this::sleep);
    }
    // endregion
}
