package step04;

import static org.assertj.core.api.Assertions.assertThat;

import course.Bytes;
import course.Cost;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import step04.Exercise.Question;

/** Tests for a solution of the exercise. */
public class ExerciseTest {

    /** Overridden to test the solution. */
    protected Exercise exercise() {
        return new Exercise();
    }

    @Test
    protected void thirtyAnswersAreOneObjectOf24Bytes() {
        Exercise exercise = exercise();
        assertThat(Cost.of(() -> {
                    Exercise.Answers answers = exercise.answers();
                    answers.set(Question.Q01, true);
                    answers.set(Question.Q30, false);
                    return answers;
                }))
                .as("cost of answers(), set(Q01, true) and set(Q30, false)")
                .isEqualTo(Cost.ofAll(24, 1));
    }

    @Test
    protected void readingAllocatesNothing() {
        Exercise.Answers answers = exercise().answers();
        answers.set(Question.Q17, false);
        assertThat(Bytes.of(() -> answers.get(Question.Q17)))
                .as("bytes of get(Q17), which is false")
                .isZero();
    }

    @Test
    protected void itAnswersAsAMapWould() {
        Random random = new Random(4);
        List<Question> questions = List.of(Question.values());
        Boolean[] possible = {true, false, null};
        Exercise.Answers answers = exercise().answers();
        Map<Question, Boolean> expected = new EnumMap<>(Question.class);
        for (int i = 0; i < 2000; i++) {
            Question question = questions.get(random.nextInt(30));
            Boolean answer = possible[random.nextInt(3)];
            answers.set(question, answer);
            expected.put(question, answer);
            for (Question each : questions) {
                assertThat(answers.get(each))
                        .as("get(%s) after set(%s, %s), which was call %d", each, question, answer, i + 1)
                        .isEqualTo(expected.get(each));
            }
        }
    }
}
