package course;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** The naive unit of work: the completion callbacks of a message and the routes it is in. Used up to step 10. */
@SuppressWarnings("UnusedVariable") // a framework would use the other fields too, and each message pays for them
public final class UnitOfWork {

    // region fields
    private final Object exchange;
    private final Lock lock = new ReentrantLock();
    private final Deque<Object> routes = new ArrayDeque<>();
    private final List<Runnable> completions = new ArrayList<>();
    // endregion

    public UnitOfWork(Object exchange) {
        this.exchange = exchange;
    }

    public void addCompletion(Runnable completion) {
        completions.add(completion);
    }

    /** Runs each completion once, the last one first. */
    public void done() {
        for (int i = completions.size() - 1; i >= 0; i--) {
            completions.get(i).run();
        }
        completions.clear();
    }
}
