package step12;

import java.util.ArrayList;
import java.util.List;

/** Yours: there is no cast in this file, and several in what it is compiled to. Let none of them name an interface. */
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

    /** The weight of a letter and of boxes of these weights. */
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

    /** The weight of the heaviest of boxes of these weights. */
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
