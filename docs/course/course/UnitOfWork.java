package course;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** The naive unit of work: who is told when a message is done, and which routes it is in. Up to step 10 it stays so. */
@SuppressWarnings("UnusedVariable") // what a framework would use, and what each message pays for
public final class UnitOfWork {

    private final Object exchange;
    private final Lock lock = new ReentrantLock();
    private final Deque<Object> routes = new ArrayDeque<>();
    private final List<Runnable> completions = new ArrayList<>();

    public UnitOfWork(Object exchange) {
        this.exchange = exchange;
    }
}
