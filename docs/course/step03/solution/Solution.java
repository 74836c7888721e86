package step03.solution;

import java.util.Arrays;
import step03.Exercise;

/** One field for none, one or many listeners: the type of its value tells which. */
public final class Solution extends Exercise {

    public Solution() {}

    @Override
    public Listeners listeners() {
        return new OneOrMany();
    }

    private static final class OneOrMany extends Listeners {
        /** Null, a Runnable, or a Runnable[] whose unused elements at the end are null. */
        private Object listeners;

        @Override
        public void add(Runnable listener) {
            if (listeners == null) {
                listeners = listener;
            } else if (listeners instanceof Runnable[] many) {
                append(many, listener);
            } else {
                listeners = new Runnable[] {(Runnable) listeners, listener};
            }
        }

        private void append(Runnable[] many, Runnable listener) {
            int end = many.length;
            while (many[end - 1] == null) {
                end--;
            }
            Runnable[] roomy = end < many.length ? many : Arrays.copyOf(many, 2 * end);
            roomy[end] = listener;
            listeners = roomy;
        }

        @Override
        public void tellAll() {
            if (listeners instanceof Runnable[] many) {
                for (int i = 0; i < many.length && many[i] != null; i++) {
                    many[i].run();
                }
            } else if (listeners != null) {
                ((Runnable) listeners).run();
            }
        }
    }
}
