package io.mehari.component.camel;

import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/** A place in the limit of what may be in Mehari. */
final class Place {
    /*
     * A message that goes from Mehari through Camel back into Mehari needs no other place, or it might wait for itself.
     * The exchanges on its way have the place as a property, and so have all copies of them. So that these do not pass
     * without a limit, a place is lent to one message at a time, and only while its own is in Mehari. What is lent can
     * be lent in turn. The semaphore gets it back when the last message of the chain is done; it is also the lock.
     */
    static final String PROPERTY = "MehariCamelPlace";

    private final Semaphore places;
    private @Nullable Place lender;
    private @Nullable Place borrower;
    private boolean isLeft;

    Place(Semaphore places, @Nullable Place lender) {
        this.places = places;
        this.lender = lender;
    }

    /** Null if it is lent, or its message is done. */
    @Nullable
    Place lend() {
        synchronized (places) {
            if (isLeft || borrower != null) {
                return null;
            }
            borrower = new Place(places, this);
            return borrower;
        }
    }

    /** The message is done. */
    void leave() {
        synchronized (places) {
            isLeft = true;
            if (lender != null) {
                lender.borrower = borrower;
            }
            if (borrower != null) {
                borrower.lender = lender;
            } else if (lender == null) {
                places.release();
            }
        }
    }
}
