package io.mehari.benchmarks;

import org.jspecify.annotations.Nullable;

/*
 * The receivers have four classes in turn. With one or two classes, the compiler would inline the call, and perhaps not
 * create the object at all.
 */
/** The minimum cost of a message that is a separate object: an object of 80 bytes with the body, and a call. */
final class FloorCall {
    private final Step[] steps = {new First(), new Second(), new Third(), new Fourth()};
    private int turn;

    /** Makes the object escape, as in the subjects that are compared with it. */
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

    /** Creates one object and makes this number of calls. */
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
