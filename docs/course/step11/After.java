package step11;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/** Nothing is made until somebody asks; then one object, and more only for those who need more than one of a thing. */
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

    /** Whether this one is among the completions. Asking makes nothing. */
    boolean hasCompletion(Runnable completion) {
        return unitOfWork != null && unitOfWork.hasCompletion(completion);
    }

    /** The end of the journey: what nobody asked for need not be ended. */
    void done() {
        if (unitOfWork != null) {
            unitOfWork.done();
        }
    }
    // endregion

    /** By one thread at a time, as the exchange: so there is nothing to lock. */
    // region work
    static final class UnitOfWork {
        private Object completions; // null, a Runnable, or an ArrayList of several
        private Object route;
        private ArrayDeque<Object> outerRoutes; // from the second level on

        void addCompletion(Runnable completion) {
            if (completions == null) {
                completions = completion;
            } else {
                several().add(completion);
            }
        }

        @SuppressWarnings("unchecked") // there is no other list in it
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

        /** The last one first. */
        private void done() {
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
