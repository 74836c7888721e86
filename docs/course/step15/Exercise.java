package step15;

import java.util.List;
import java.util.function.Consumer;

/** Yours: let a weight that nobody complains about cost nothing, under every compiler. */
public class Exercise {
    public static final int LIMIT = 15;

    /** What is said about a weight that is over the limit. */
    public record Complaint(int weight, int over) {}

    public Exercise() {}

    /** How many of the weights are over the limit; of each of those the listener hears. */
    public int check(List<Integer> weights, Consumer<Complaint> listener) {
        int found = 0;
        for (Integer weight : weights) {
            Complaint complaint = new Complaint(weight, weight - LIMIT);
            if (complaint.over() > 0) {
                listener.accept(complaint);
                found++;
            }
        }
        return found;
    }
}
