package step12.solution;

import java.util.ArrayList;
import java.util.List;
import step12.Exercise;

/** The called type is a class, and numbers stay primitive. */
public final class Solution extends Exercise {

    private abstract static class Parcel {
        abstract int weight();
    }

    private static final class Box extends Parcel {
        private final int weight;

        Box(int weight) {
            this.weight = weight;
        }

        @Override
        int weight() {
            return weight;
        }
    }

    private static final class Letter extends Parcel {
        @Override
        int weight() {
            return 1;
        }
    }

    public Solution() {}

    @Override
    public int weigh(int... boxes) {
        List<Parcel> parcels = new ArrayList<>();
        parcels.add(new Letter());
        for (int box : boxes) {
            parcels.add(new Box(box));
        }
        int sum = 0;
        for (Parcel parcel : parcels) {
            sum += parcel.weight();
        }
        return sum;
    }

    @Override
    public int heaviest(int... boxes) {
        int largest = boxes[0];
        for (int box : boxes) {
            largest = Math.max(largest, box);
        }
        return largest;
    }
}
