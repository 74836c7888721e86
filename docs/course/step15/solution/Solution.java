package step15.solution;

import java.util.List;
import java.util.function.Consumer;
import step15.Exercise;

/** The complaint is created only for the listener, and the loop needs no iterator. */
public final class Solution extends Exercise {

    public Solution() {}

    @Override
    public int check(List<Integer> weights, Consumer<Complaint> listener) {
        int found = 0;
        for (int i = 0; i < weights.size(); i++) {
            int weight = weights.get(i);
            if (weight > LIMIT) {
                listener.accept(new Complaint(weight, weight - LIMIT));
                found++;
            }
        }
        return found;
    }
}
