package step15;

import java.util.List;
import java.util.function.Consumer;

/** Exercise: a weight without a complaint must allocate nothing, whatever the compiler does. */
public class Exercise {
    public static final int LIMIT = 15;

    /** The complaint about a weight over the limit. */
    public record Complaint(int weight, int over) {}

    public Exercise() {}

    /** Calls the listener for each weight over the limit, and returns the number of them. */
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
