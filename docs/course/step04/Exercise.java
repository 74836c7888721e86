package step04;

import java.util.EnumMap;
import java.util.Map;

/** Exercise: store the answers to thirty questions in one object of 24 bytes. */
public class Exercise {

    /** Thirty questions. Each answer is yes, no or missing. */
    public enum Question {
        Q01,
        Q02,
        Q03,
        Q04,
        Q05,
        Q06,
        Q07,
        Q08,
        Q09,
        Q10,
        Q11,
        Q12,
        Q13,
        Q14,
        Q15,
        Q16,
        Q17,
        Q18,
        Q19,
        Q20,
        Q21,
        Q22,
        Q23,
        Q24,
        Q25,
        Q26,
        Q27,
        Q28,
        Q29,
        Q30
    }

    /** The answers so far. */
    public abstract static class Answers {

        protected Answers() {}

        /** True, false, or null if there is no answer. */
        public abstract Boolean get(Question question);

        /** Sets the answer; null removes it. */
        public abstract void set(Question question, Boolean answer);
    }

    public Exercise() {}

    public Answers answers() {
        return new Mapped();
    }

    private static final class Mapped extends Answers {
        private final Map<Question, Boolean> answers = new EnumMap<>(Question.class);

        @Override
        public Boolean get(Question question) {
            return answers.get(question);
        }

        @Override
        public void set(Question question, Boolean answer) {
            if (answer == null) {
                answers.remove(question);
            } else {
                answers.put(question, answer);
            }
        }
    }
}
