package step12;

import java.util.ArrayList;
import java.util.List;

/** Exercise: this file has no cast, but its compiled class has several. None of them may name an interface. */
public class Exercise {

    interface Parcel {
        int weight();
    }

    record Box(int weight) implements Parcel {}

    record Letter() implements Parcel {
        @Override
        public int weight() {
            return 1;
        }
    }

    public Exercise() {}

    /** The weight of a letter and of boxes with these weights. */
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

    /** The weight of the heaviest of the boxes with these weights. */
    public int heaviest(int... boxes) {
        List<Integer> weights = new ArrayList<>();
        for (int box : boxes) {
            weights.add(box);
        }
        return largest(weights);
    }

    private static <T extends Comparable<T>> T largest(List<T> all) {
        T largest = all.get(0);
        for (T each : all) {
            if (each.compareTo(largest) > 0) {
                largest = each;
            }
        }
        return largest;
    }
}
