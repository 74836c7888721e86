package step11;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** Each exchange has a unit of work, and each unit of work has all its collections, from the start. */
final class Before {
    // region exchange
    private final UnitOfWork unitOfWork = new UnitOfWork();

    UnitOfWork unitOfWork() {
        return unitOfWork;
    }

    static final class UnitOfWork {
        private final Lock lock = new ReentrantLock();
        private final Deque<Object> routes = new ArrayDeque<>();
        private final List<Runnable> completions = new ArrayList<>();
        // endregion

        void addCompletion(Runnable completion) {
            lock.lock();
            try {
                completions.add(completion);
            } finally {
                lock.unlock();
            }
        }

        void pushRoute(Object route) {
            routes.push(route);
        }

        Object popRoute() {
            return routes.poll();
        }

        /** Runs the completions in reverse order. */
        void done() {
            List<Runnable> all;
            lock.lock();
            try {
                all = new ArrayList<>(completions);
                completions.clear();
            } finally {
                lock.unlock();
            }
            Collections.reverse(all);
            all.forEach(Runnable::run);
        }
    }
}
