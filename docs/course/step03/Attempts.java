package step03;

import java.util.Arrays;

/** Solutions that the test of the exercise has to reject (Wrong), and other ones that it has to accept (Right). */
@SuppressWarnings("SameNameButDifferent") // each attempt has a list of its own
final class Attempts {

    private Attempts() {}

    private static Runnable[] all = {};

    private static void runAll(Object listeners) {
        if (listeners instanceof Runnable[] many) {
            for (Runnable each : many) {
                if (each != null) {
                    each.run();
                }
            }
        } else if (listeners != null) {
            ((Runnable) listeners).run();
        }
    }

    private static Object added(Object listeners, Runnable listener) {
        if (listeners == null) {
            return listener;
        }
        Runnable[] many = listeners instanceof Runnable[] array ? array : new Runnable[] {(Runnable) listeners};
        Runnable[] more = Arrays.copyOf(many, many.length + 1);
        more[many.length] = listener;
        return more;
    }

    /** One static list for all messages: the object costs 16 bytes. */
    static class WrongStatic extends ExerciseTest {
        @Override
        protected Exercise exercise() {
            return new Exercise() {
                @Override
                public Listeners listeners() {
                    return new Told();
                }
            };
        }

        private static final class Told extends Exercise.Listeners {
            final Object unused = null;

            @Override
            public void add(Runnable listener) {
                all = Arrays.copyOf(all, all.length + 1);
                all[all.length - 1] = listener;
            }

            @Override
            public void tellAll() {
                runAll(all);
            }
        }
    }

    /** Drops the listeners when they were told. */
    static class WrongForgetsThem extends ExerciseTest {
        @Override
        protected Exercise exercise() {
            return new Exercise() {
                @Override
                public Listeners listeners() {
                    return new Told();
                }
            };
        }

        private static final class Told extends Exercise.Listeners {
            private Object listeners;

            @Override
            public void add(Runnable listener) {
                listeners = added(listeners, listener);
            }

            @Override
            public void tellAll() {
                Object now = listeners;
                listeners = null;
                runAll(now);
            }
        }
    }

    /** Has space for twenty. */
    static class WrongLimit extends ExerciseTest {
        @Override
        protected Exercise exercise() {
            return new Exercise() {
                @Override
                public Listeners listeners() {
                    return new Told();
                }
            };
        }

        private static final class Told extends Exercise.Listeners {
            private Object listeners;

            @Override
            public void add(Runnable listener) {
                if (listeners == null) {
                    listeners = listener;
                    return;
                }
                Runnable[] room = listeners instanceof Runnable[] array ? array : new Runnable[20];
                if (listeners instanceof Runnable only) {
                    room[0] = only;
                }
                int end = 0;
                while (end < 20 && room[end] != null) {
                    end++;
                }
                if (end < 20) {
                    room[end] = listener;
                }
                listeners = room;
            }

            @Override
            public void tellAll() {
                runAll(listeners);
            }
        }
    }

    /** Copies the array for each listener: slower to add, and right. */
    static class RightCopies extends ExerciseTest {
        @Override
        protected Exercise exercise() {
            return new Exercise() {
                @Override
                public Listeners listeners() {
                    return new Told();
                }
            };
        }

        private static final class Told extends Exercise.Listeners {
            private Object listeners;

            @Override
            public void add(Runnable listener) {
                listeners = added(listeners, listener);
            }

            @Override
            public void tellAll() {
                runAll(listeners);
            }
        }
    }
}
