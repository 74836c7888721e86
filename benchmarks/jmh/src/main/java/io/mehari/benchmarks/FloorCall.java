package io.mehari.benchmarks;

import org.jspecify.annotations.Nullable;

/*
 * The receivers are of four classes in turn: with one class or two the compiler would inline the call, and perhaps not
 * make the object at all.
 */
/** The least that a message costs if it is an object of its own: an object of 80 bytes with the body, and a call. */
final class FloorCall {
    private final Step[] steps = {new First(), new Second(), new Third(), new Fourth()};
    private int turn;

    /** Lets the object escape, as the subjects do that it is compared with. */
    @SuppressWarnings("UnusedVariable")
    private @Nullable Parcel last;

    private long received;

    private abstract static class Step {
        abstract void take(FloorCall floor, Parcel parcel);
    }

    private static final class First extends Step {
        @Override
        void take(FloorCall floor, Parcel parcel) {
            floor.keep(parcel);
        }
    }

    private static final class Second extends Step {
        @Override
        void take(FloorCall floor, Parcel parcel) {
            floor.keep(parcel);
        }
    }

    private static final class Third extends Step {
        @Override
        void take(FloorCall floor, Parcel parcel) {
            floor.keep(parcel);
        }
    }

    private static final class Fourth extends Step {
        @Override
        void take(FloorCall floor, Parcel parcel) {
            floor.keep(parcel);
        }
    }

    private void keep(Parcel parcel) {
        last = parcel;
    }

    /** One object, and so many calls. */
    void send(Object body, int calls) {
        Parcel parcel = new Parcel(body);
        for (int i = 0; i < calls; i++) {
            turn = (turn + 1) & 3;
            steps[turn].take(this, parcel);
        }
        if (parcel.body != null) {
            received++;
        }
    }

    long received() {
        return received;
    }
}
