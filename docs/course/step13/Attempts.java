package step13;

/** Solutions that the test of the exercise has to reject (Wrong), and other ones that it has to accept (Right). */
@SuppressWarnings("SameNameButDifferent") // each attempt has classes of its own
final class Attempts {

    private Attempts() {}

    /** The overflow is where it was: the constructor ignores its argument. */
    static class WrongStartsAtZero extends ExerciseTest {
        @Override
        protected Exercise exercise(int before) {
            return new Tried(before);
        }

        private static final class Tried extends Exercise {
            private final Object[] ring = new Object[8];
            private int head;
            private int tail;

            Tried(int before) {
                super(before);
                head = 0;
                tail = 0;
            }

            @Override
            public boolean offer(Object message) {
                if (tail - head == 5) {
                    return false;
                }
                ring[tail % 5] = message;
                tail++;
                return true;
            }

            @Override
            public Object poll() {
                if (head == tail) {
                    return null;
                }
                Object message = ring[head % 5];
                head++;
                return message;
            }
        }
    }

    /** No negative slot, but the slots jump where the counter overflows. */
    static class WrongFloorMod extends ExerciseTest {
        @Override
        protected Exercise exercise(int before) {
            return new Tried(before);
        }

        private static final class Tried extends Exercise {
            private final Object[] ring = new Object[8];
            private int head;
            private int tail;

            Tried(int before) {
                super(before);
                head = before;
                tail = before;
            }

            @Override
            public boolean offer(Object message) {
                if (tail - head == 5) {
                    return false;
                }
                ring[Math.floorMod(tail, 5)] = message;
                tail++;
                return true;
            }

            @Override
            public Object poll() {
                if (head == tail) {
                    return null;
                }
                Object message = ring[Math.floorMod(head, 5)];
                head++;
                return message;
            }
        }
    }

    /** No negative slot either, and another jump. */
    static class WrongAbs extends ExerciseTest {
        @Override
        protected Exercise exercise(int before) {
            return new Tried(before);
        }

        private static final class Tried extends Exercise {
            private final Object[] ring = new Object[8];
            private int head;
            private int tail;

            Tried(int before) {
                super(before);
                head = before;
                tail = before;
            }

            @Override
            public boolean offer(Object message) {
                if (tail - head == 5) {
                    return false;
                }
                ring[Math.abs(tail % 5)] = message;
                tail++;
                return true;
            }

            @Override
            public Object poll() {
                if (head == tail) {
                    return null;
                }
                Object message = ring[Math.abs(head % 5)];
                head++;
                return message;
            }
        }
    }

    /** The remainder of the argument, and then it counts on. */
    static class WrongStartsSmall extends ExerciseTest {
        @Override
        protected Exercise exercise(int before) {
            return new Tried(before);
        }

        private static final class Tried extends Exercise {
            private final Object[] ring = new Object[8];
            private int head;
            private int tail;

            Tried(int before) {
                super(before);
                head = before % 5;
                tail = before % 5;
            }

            @Override
            public boolean offer(Object message) {
                if (tail - head == 5) {
                    return false;
                }
                ring[tail % 5] = message;
                tail++;
                return true;
            }

            @Override
            public Object poll() {
                if (head == tail) {
                    return null;
                }
                Object message = ring[head % 5];
                head++;
                return message;
            }
        }
    }

    /** Eight slots, of which five are used: a mask has no jump at the overflow. */
    static class RightMask extends ExerciseTest {
        @Override
        protected Exercise exercise(int before) {
            return new Tried(before);
        }

        private static final class Tried extends Exercise {
            private final Object[] ring = new Object[8];
            private int head;
            private int tail;

            Tried(int before) {
                super(before);
                head = before;
                tail = before;
            }

            @Override
            public boolean offer(Object message) {
                if (tail - head == 5) {
                    return false;
                }
                ring[tail & 7] = message;
                tail++;
                return true;
            }

            @Override
            public Object poll() {
                if (head == tail) {
                    return null;
                }
                Object message = ring[head & 7];
                head++;
                return message;
            }
        }
    }

    /** Counters of type long. */
    static class RightLong extends ExerciseTest {
        @Override
        protected Exercise exercise(int before) {
            return new Tried(before);
        }

        private static final class Tried extends Exercise {
            private final Object[] ring = new Object[8];
            private long head;
            private long tail;

            Tried(int before) {
                super(before);
                head = before;
                tail = before;
            }

            @Override
            public boolean offer(Object message) {
                if (tail - head == 5) {
                    return false;
                }
                ring[(int) (tail % 5)] = message;
                tail++;
                return true;
            }

            @Override
            public Object poll() {
                if (head == tail) {
                    return null;
                }
                Object message = ring[(int) (head % 5)];
                head++;
                return message;
            }
        }
    }

    /** Positions that go round, in place of counters. */
    static class RightPositions extends ExerciseTest {
        @Override
        protected Exercise exercise(int before) {
            return new Tried(before);
        }

        private static final class Tried extends Exercise {
            private final Object[] ring = new Object[8];
            private int head;
            private int tail;
            private int size;

            Tried(int before) {
                super(before);
                head = before % 5;
                tail = before % 5;
            }

            @Override
            public boolean offer(Object message) {
                if (size == 5) {
                    return false;
                }
                ring[tail] = message;
                tail = (tail + 1) % 5;
                size++;
                return true;
            }

            @Override
            public Object poll() {
                if (size == 0) {
                    return null;
                }
                Object message = ring[head];
                head = (head + 1) % 5;
                size--;
                return message;
            }
        }
    }
}
