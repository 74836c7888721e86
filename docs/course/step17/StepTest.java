package step17;

import static org.assertj.core.api.Assertions.assertThat;

import course.Cost;
import course.Figures;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What messages with the same names cost, with names of their own and with shared ones. */
class StepTest {

    private static final String[] NAMES = {"Content-Type", "X-Order", "X-Customer", "X-Trace", "Priority"};

    private static Before before(int names) {
        Before message = new Before();
        for (int i = 0; i < names; i++) {
            message.put(NAMES[i], "value");
        }
        return message;
    }

    private static After after(int names) {
        After message = new After();
        for (int i = 0; i < names; i++) {
            message.put(NAMES[i], "value");
        }
        return message;
    }

    @Test
    void figures() {
        after(5); // the first message makes the shapes
        Figures.of(StepTest.class)
                .row("five headers", Cost.of(() -> before(5)), Cost.of(() -> after(5)))
                .row("one header", Cost.of(() -> before(1)), Cost.of(() -> after(1)))
                .check();
    }

    @Test
    void messagesWithTheSameNamesShareTheirShape() {
        assertThat(after(5).shape()).isSameAs(after(5).shape()).isNotSameAs(after(4).shape());
    }

    @Test
    void bothAnswerAsAMapDoes() {
        Random random = new Random(17);
        for (int round = 0; round < 200; round++) {
            Before before = new Before();
            After after = new After();
            Map<String, Object> expected = new HashMap<>();
            for (int i = 0; i < 10; i++) {
                String name = NAMES[random.nextInt(NAMES.length)];
                before.put(name, i);
                after.put(name, i);
                expected.put(name, i);
                for (String each : NAMES) {
                    assertThat(before.get(each)).as("%s, put %d", each, i).isEqualTo(expected.get(each));
                    assertThat(after.get(each)).as("%s, put %d", each, i).isEqualTo(expected.get(each));
                }
            }
        }
    }
}
