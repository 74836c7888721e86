package step15;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Solutions that the test of the exercise has to reject (Wrong), and other ones that it has to accept (Right). */
final class Attempts {

    private Attempts() {}

    /** Looks at the last weight only. */
    static class WrongLast extends ExerciseTest {
        @Override
        protected Exercise exercise() {
            return new Exercise() {
                @Override
                public int check(List<Integer> weights, Consumer<Complaint> listener) {
                    int last = weights.isEmpty() ? 0 : weights.get(weights.size() - 1);
                    if (last <= LIMIT) {
                        return 0;
                    }
                    listener.accept(new Complaint(last, last - LIMIT));
                    return 1;
                }
            };
        }
    }

    /** Collects the complaints first. */
    static class WrongList extends ExerciseTest {
        @Override
        protected Exercise exercise() {
            return new Exercise() {
                @Override
                public int check(List<Integer> weights, Consumer<Complaint> listener) {
                    List<Complaint> all = new ArrayList<>();
                    for (int i = 0; i < weights.size(); i++) {
                        if (weights.get(i) > LIMIT) {
                            all.add(new Complaint(weights.get(i), weights.get(i) - LIMIT));
                        }
                    }
                    all.forEach(listener);
                    return all.size();
                }
            };
        }
    }

    /** Another loop. */
    static class RightTellsOthers extends ExerciseTest {
        @Override
        protected Exercise exercise() {
            return new Exercise() {
                @Override
                public int check(List<Integer> weights, Consumer<Complaint> listener) {
                    int found = 0;
                    int i = 0;
                    while (i < weights.size()) {
                        int over = weights.get(i) - LIMIT;
                        if (over > 0) {
                            listener.accept(new Complaint(weights.get(i), over));
                            found++;
                        }
                        i++;
                    }
                    return found;
                }
            };
        }
    }
}
