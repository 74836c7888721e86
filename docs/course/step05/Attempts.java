package step05;

import java.util.AbstractMap;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;

/** Solutions that the test of the exercise has to reject (Wrong), and other ones that it has to accept (Right). */
final class Attempts {

    private Attempts() {}

    /** A view that asks the message each time. */
    private static class View extends AbstractMap<String, Object> {
        private final Exercise.Message message;
        private final Supplier<Map<String, Object>> headers;

        View(Exercise.Message message, Supplier<Map<String, Object>> headers) {
            this.message = message;
            this.headers = headers;
        }

        Map<String, Object> now() {
            return headers.get() == null ? Collections.emptyMap() : headers.get();
        }

        @Override
        public Set<Entry<String, Object>> entrySet() {
            return now().entrySet();
        }

        @Override
        public Object get(Object name) {
            return now().get(name);
        }

        @Override
        public boolean containsKey(Object name) {
            return now().containsKey(name);
        }

        @Override
        public Object put(String name, Object value) {
            Object last = message.getHeader(name);
            message.setHeader(name, value);
            return last;
        }

        @Override
        public Object remove(Object name) {
            return message.hasStorage() ? headers.get().remove(name) : null;
        }
    }

    /** A view while there are no headers, and a copy afterwards. */
    static class WrongCopyLater extends ExerciseTest {
        @Override
        protected Exercise exercise() {
            return new Exercise() {
                @Override
                public Message message() {
                    return new Message() {
                        @Override
                        public Map<String, Object> getHeaders() {
                            return headers == null ? new View(this, () -> headers) : new TreeMap<>(headers);
                        }
                    };
                }
            };
        }
    }

    /** A view that can be read only, if there are headers. */
    static class WrongUnmodifiable extends ExerciseTest {
        @Override
        protected Exercise exercise() {
            return new Exercise() {
                @Override
                public Message message() {
                    return new Message() {
                        @Override
                        public Map<String, Object> getHeaders() {
                            return headers == null
                                    ? new View(this, () -> headers)
                                    : Collections.unmodifiableMap(headers);
                        }
                    };
                }
            };
        }
    }

    /** An empty map is no view. */
    static class WrongEmpty extends ExerciseTest {
        @Override
        protected Exercise exercise() {
            return new Exercise() {
                @Override
                public Message message() {
                    return new Message() {
                        @Override
                        public Map<String, Object> getHeaders() {
                            return headers == null ? new TreeMap<>(String.CASE_INSENSITIVE_ORDER) : headers;
                        }
                    };
                }
            };
        }
    }

    /** Inherits get, containsKey and remove, which do not ignore case. */
    static class WrongInherited extends ExerciseTest {
        @Override
        protected Exercise exercise() {
            return new Exercise() {
                @Override
                public Message message() {
                    return new Message() {
                        @Override
                        public Map<String, Object> getHeaders() {
                            return new AbstractMap<>() {
                                @Override
                                public Set<Entry<String, Object>> entrySet() {
                                    return headers == null ? Collections.emptySet() : headers.entrySet();
                                }

                                @Override
                                public Object put(String name, Object value) {
                                    Object last = getHeader(name);
                                    setHeader(name, value);
                                    return last;
                                }
                            };
                        }
                    };
                }
            };
        }
    }

    /** A view while there are no headers, and the storage itself afterwards. */
    static class RightTheStorageItself extends ExerciseTest {
        @Override
        protected Exercise exercise() {
            return new Exercise() {
                @Override
                public Message message() {
                    return new Message() {
                        @Override
                        public Map<String, Object> getHeaders() {
                            return headers == null ? new View(this, () -> headers) : headers;
                        }
                    };
                }
            };
        }
    }
}
