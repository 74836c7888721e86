package step14;

import java.util.List;

/** Announces that it waits, checks for a message, and parks. */
class After extends Mailbox {

    // region wait
    @Override
    List<Step> waitSteps() {
        return List.of(this::announceWait, this::checkEmpty, this::sleep);
    }
    // endregion
}
