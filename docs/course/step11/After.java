package step11;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/** The unit of work is created on first use, and its collections only for the second element. */
final class After {
    // region exchange
    private UnitOfWork unitOfWork;

    UnitOfWork unitOfWork() {
        if (unitOfWork == null) {
            unitOfWork = new UnitOfWork();
        }
        return unitOfWork;
    }

    boolean hasUnitOfWork() {
        return unitOfWork != null;
    }

    /** Whether this completion is registered. Creates no unit of work. */
    boolean hasCompletion(Runnable completion) {
        return unitOfWork != null && unitOfWork.hasCompletion(completion);
    }

    /** Ends the exchange; without a unit of work there is nothing to do. */
    void done() {
        if (unitOfWork != null) {
            unitOfWork.done();
        }
    }
    // endregion

    /** Used by one thread at a time, like the exchange, so it needs no lock. */
    // region work
    static final class UnitOfWork {
        private Object completions; // null, a Runnable, or an ArrayList of several
        private Object route;
        private ArrayDeque<Object> outerRoutes; // null unless routes are nested

        void addCompletion(Runnable completion) {
            if (completions == null) {
                completions = completion;
            } else {
                several().add(completion);
            }
        }

        @SuppressWarnings("unchecked") // the only list that is stored in this field
        private List<Runnable> several() {
            if (completions instanceof Runnable only) {
                List<Runnable> list = new ArrayList<>(4);
                list.add(only);
                completions = list;
            }
            return (ArrayList<Runnable>) completions;
        }
        // endregion

        private boolean hasCompletion(Runnable completion) {
            return completions instanceof Runnable only
                    ? only == completion
                    : completions != null && several().contains(completion);
        }

        void pushRoute(Object next) {
            if (route != null) {
                if (outerRoutes == null) {
                    outerRoutes = new ArrayDeque<>(4);
                }
                outerRoutes.push(route);
            }
            route = next;
        }

        Object popRoute() {
            Object left = route;
            route = outerRoutes == null ? null : outerRoutes.poll();
            return left;
        }

        /** Runs the completions in reverse order. */
        void done() {
            if (completions instanceof Runnable only) {
                completions = null;
                only.run();
            } else if (completions != null) {
                List<Runnable> all = several();
                completions = null;
                for (int i = all.size() - 1; i >= 0; i--) {
                    all.get(i).run();
                }
            }
        }
    }
}
