package step06;

import java.util.List;
import step06.solution.Solution;

/** Solutions that the test of the exercise has to reject (Wrong), and other ones that it has to accept (Right). */
final class Attempts {

    private Attempts() {}

    /** The solution, with another remove. */
    private abstract static class Changed extends Exercise.Headers {
        final Exercise.Headers right = new Solution().headers();

        @Override
        public Object get(String name) {
            return right.get(name);
        }

        @Override
        public void put(String name, Object value) {
            right.put(name, value);
        }

        @Override
        public List<String> names() {
            return right.names();
        }

        @Override
        public int room() {
            return right.room();
        }
    }

    /** The last name takes the place of the one that goes. */
    static class WrongOrder extends ExerciseTest {
        @Override
        protected Exercise exercise() {
            return new Exercise() {
                @Override
                public Headers headers() {
                    return new Changed() {
                        @Override
                        public Object remove(String name) {
                            List<String> names = right.names();
                            Object gone = right.remove(name);
                            if (gone != null && names.size() > 1) {
                                String last = names.get(names.size() - 1);
                                List<String> others = right.names();
                                if (!others.isEmpty() && !last.equalsIgnoreCase(name)) {
                                    String first = others.get(0);
                                    Object value = right.remove(first);
                                    right.put(first, value);
                                }
                            }
                            return gone;
                        }
                    };
                }
            };
        }
    }

    /** Finds the name only as it was put. */
    static class WrongCase extends ExerciseTest {
        @Override
        protected Exercise exercise() {
            return new Exercise() {
                @Override
                public Headers headers() {
                    return new Changed() {
                        @Override
                        public Object remove(String name) {
                            return right.names().contains(name) ? right.remove(name) : null;
                        }
                    };
                }
            };
        }
    }

    /** The value goes, and the name stays. */
    static class WrongOnlyTheValue extends ExerciseTest {
        @Override
        protected Exercise exercise() {
            return new Exercise() {
                @Override
                public Headers headers() {
                    return new Changed() {
                        @Override
                        public Object remove(String name) {
                            Object gone = right.get(name);
                            if (gone != null) {
                                right.put(name, null);
                            }
                            return gone;
                        }
                    };
                }
            };
        }
    }

    /** The room of a name that went is never used again. */
    static class WrongGrows extends ExerciseTest {
        @Override
        protected Exercise exercise() {
            return new Exercise() {
                @Override
                public Headers headers() {
                    return new Changed() {
                        private int gone;

                        @Override
                        public Object remove(String name) {
                            Object value = right.remove(name);
                            gone += value == null ? 0 : 1;
                            return value;
                        }

                        @Override
                        public int room() {
                            return right.room() + gone;
                        }
                    };
                }
            };
        }
    }
}
