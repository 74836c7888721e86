package step03;

import java.util.ArrayList;
import java.util.List;

/** Exercise: store listeners, without a list as long as there is only one. */
public class Exercise {

    /** Calls the listeners in the order in which they were added. */
    public abstract static class Listeners {

        protected Listeners() {}

        public abstract void add(Runnable listener);

        public abstract void tellAll();
    }

    public Exercise() {}

    public Listeners listeners() {
        return new Listed();
    }

    private static final class Listed extends Listeners {
        private final List<Runnable> listeners = new ArrayList<>();

        @Override
        public void add(Runnable listener) {
            listeners.add(listener);
        }

        @Override
        public void tellAll() {
            for (Runnable listener : listeners) {
                listener.run();
            }
        }
    }
}
