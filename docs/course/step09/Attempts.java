package step09;

import java.util.AbstractMap;
import java.util.HashMap;
import java.util.Map;

/** Solutions that the test of the exercise has to reject (Wrong), and other ones that it has to accept (Right). */
@SuppressWarnings("SameNameButDifferent") // each attempt has classes of its own
final class Attempts {

    private Attempts() {}

    /** Writes through the exchange, as the solution does. */
    private static Map.Entry<String, Object> through(Exercise exchange, Map.Entry<String, Object> entry) {
        return new AbstractMap.SimpleEntry<>(entry) {
            private static final long serialVersionUID = 1;

            @Override
            public Object setValue(Object value) {
                exchange.setHeader(getKey(), value);
                return super.setValue(value);
            }
        };
    }

    /** Copies at once: nothing is shared, and nothing can be wrong but the cost. */
    static class WrongDeepCopy extends ExerciseTest {
        @Override
        protected Exercise exercise() {
            return new Tried();
        }

        private static final class Tried extends Exercise {
            @Override
            protected Exercise create() {
                return new Tried();
            }

            private final Map<String, Object> own = new HashMap<>();

            @Override
            public Object getHeader(String name) {
                return own.get(name);
            }

            @Override
            public void setHeader(String name, Object value) {
                own.put(name, value);
            }

            @Override
            public Map.Entry<String, Object> firstHeader() {
                return own.entrySet().iterator().next();
            }

            @Override
            public Exercise copy() {
                Tried copy = new Tried();
                copy.own.putAll(own);
                return copy;
            }
        }
    }

    /** Takes a copy when it makes the entry; the next copy shares that one too. */
    static class WrongOwnsTooEarly extends ExerciseTest {
        @Override
        protected Exercise exercise() {
            return new Tried();
        }

        private static final class Tried extends Exercise {
            @Override
            protected Exercise create() {
                return new Tried();
            }

            @Override
            public Map.Entry<String, Object> firstHeader() {
                Map.Entry<String, Object> first = super.firstHeader();
                setHeader(first.getKey(), first.getValue());
                return super.firstHeader();
            }
        }
    }

    /** An entry that writes nowhere. */
    static class WrongReadOnly extends ExerciseTest {
        @Override
        protected Exercise exercise() {
            return new Tried();
        }

        private static final class Tried extends Exercise {
            @Override
            protected Exercise create() {
                return new Tried();
            }

            @Override
            public Map.Entry<String, Object> firstHeader() {
                return new AbstractMap.SimpleEntry<>(super.firstHeader());
            }
        }
    }

    /** Writes, but does not show what it wrote. */
    static class WrongStaleValue extends ExerciseTest {
        @Override
        protected Exercise exercise() {
            return new Tried();
        }

        private static final class Tried extends Exercise {
            @Override
            protected Exercise create() {
                return new Tried();
            }

            @Override
            public Map.Entry<String, Object> firstHeader() {
                Map.Entry<String, Object> first = Map.entry(
                        super.firstHeader().getKey(), super.firstHeader().getValue());
                return new Map.Entry<>() {
                    @Override
                    public String getKey() {
                        return first.getKey();
                    }

                    @Override
                    public Object getValue() {
                        return first.getValue();
                    }

                    @Override
                    public Object setValue(Object value) {
                        setHeader(first.getKey(), value);
                        return first.getValue();
                    }
                };
            }
        }
    }

    /** The copies are exchanges whose entries were not corrected. */
    static class WrongCopies extends ExerciseTest {
        @Override
        protected Exercise exercise() {
            return new Exercise() {
                @Override
                public Map.Entry<String, Object> firstHeader() {
                    return through(this, super.firstHeader());
                }
            };
        }
    }

    /** Another class for the entry. */
    static class RightThrough extends ExerciseTest {
        @Override
        protected Exercise exercise() {
            return new Tried();
        }

        private static final class Tried extends Exercise {
            @Override
            protected Exercise create() {
                return new Tried();
            }

            @Override
            public Map.Entry<String, Object> firstHeader() {
                return through(this, super.firstHeader());
            }
        }
    }
}
