package course;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** The naive unit of work: the completion callbacks of a message and the routes it is in. Used up to step 10. */
@SuppressWarnings("UnusedVariable") // a framework would use these fields, and each message pays for them
public final class UnitOfWork {

    private final Object exchange;
    private final Lock lock = new ReentrantLock();
    private final Deque<Object> routes = new ArrayDeque<>();
    private final List<Runnable> completions = new ArrayList<>();

    public UnitOfWork(Object exchange) {
        this.exchange = exchange;
    }
}
