package step11;

import java.util.ArrayList;
import java.util.List;

/** Exercise: every completion runs exactly once, whatever the others do. */
public class Exercise {
    protected final List<Runnable> completions = new ArrayList<>();

    public Exercise() {}

    public void addCompletion(Runnable completion) {
        completions.add(completion);
    }

    /**
     * Runs all completions, including those added by a completion. If one throws, this is logged, and the others still
     * run.
     */
    public void done() {
        for (Runnable completion : completions) {
            completion.run();
        }
        completions.clear();
    }
}
