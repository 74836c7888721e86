package step04;

import step04.Exercise.Answers;
import step04.Exercise.Question;

/** Solutions that the test of the exercise has to reject (Wrong), and other ones that it has to accept (Right). */
@SuppressWarnings({"EnumOrdinal", "OperatorPrecedence"}) // this is what the attempts are about
final class Attempts {

    private Attempts() {}

    /** An int mask, which is too short from the sixteenth question on. */
    static class WrongMask extends ExerciseTest {
        @Override
        protected Exercise exercise() {
            return new Exercise() {
                @Override
                public Answers answers() {
                    return new Answers() {
                        private long bits;

                        @Override
                        public Boolean get(Question question) {
                            int two = (int) (bits >>> 2 * question.ordinal()) & 3;
                            return two == 0 ? null : two == 2;
                        }

                        @Override
                        public void set(Question question, Boolean answer) {
                            bits &= ~(3 << 2 * question.ordinal());
                            if (answer != null) {
                                bits |= (answer ? 2L : 1L) << 2 * question.ordinal();
                            }
                        }
                    };
                }
            };
        }
    }

    /** Null does not remove an answer. */
    static class WrongNeverRemoves extends ExerciseTest {
        @Override
        protected Exercise exercise() {
            return new Exercise() {
                @Override
                public Answers answers() {
                    return new Answers() {
                        private long bits;

                        @Override
                        public Boolean get(Question question) {
                            int two = (int) (bits >>> 2 * question.ordinal()) & 3;
                            return two == 0 ? null : two == 2;
                        }

                        @Override
                        public void set(Question question, Boolean answer) {
                            if (answer != null) {
                                bits &= ~(3L << 2 * question.ordinal());
                                bits |= (answer ? 2L : 1L) << 2 * question.ordinal();
                            }
                        }
                    };
                }
            };
        }
    }

    /** No and missing are the same. */
    static class WrongTwoStates extends ExerciseTest {
        @Override
        protected Exercise exercise() {
            return new Exercise() {
                @Override
                public Answers answers() {
                    return new Answers() {
                        private int yes;

                        @Override
                        public Boolean get(Question question) {
                            return (yes >> question.ordinal() & 1) != 0;
                        }

                        @Override
                        public void set(Question question, Boolean answer) {
                            yes &= ~(1 << question.ordinal());
                            yes |= answer != null && answer ? 1 << question.ordinal() : 0;
                        }
                    };
                }
            };
        }
    }

    /** One int for yes and one for no. */
    static class RightTwoInts extends ExerciseTest {
        @Override
        protected Exercise exercise() {
            return new Exercise() {
                @Override
                public Answers answers() {
                    return new Answers() {
                        private int yes;
                        private int no;

                        @Override
                        public Boolean get(Question question) {
                            int bit = 1 << question.ordinal();
                            return (yes & bit) != 0 ? Boolean.TRUE : (no & bit) != 0 ? Boolean.FALSE : null;
                        }

                        @Override
                        public void set(Question question, Boolean answer) {
                            int bit = 1 << question.ordinal();
                            yes = answer != null && answer ? yes | bit : yes & ~bit;
                            no = answer != null && !answer ? no | bit : no & ~bit;
                        }
                    };
                }
            };
        }
    }
}
