package step19;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import course.Bytes;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A send does what it did, and makes no object. */
public class ExerciseTest {

    private final List<String> told = new ArrayList<>();

    /** Overridden to test the solution. */
    protected Exercise exercise() {
        return new Exercise();
    }

    /** Hears of the endpoints that begin with its scheme. */
    private final class Heard implements Exercise.Strategy {
        private final String scheme;

        Heard(String scheme) {
            this.scheme = scheme;
        }

        @Override
        public boolean wants(String endpoint) {
            return endpoint.startsWith(scheme);
        }

        @Override
        public void sent(String endpoint, Object body) {
            if (told.size() < 10) {
                told.add(scheme + " " + endpoint + " " + body);
            }
        }
    }

    private Exercise withThree() {
        Exercise exercise = exercise();
        exercise.add(new Heard("jms:"));
        exercise.add(new Heard("j"));
        exercise.add(new Heard("file:"));
        return exercise;
    }

    @Test
    protected void thoseThatWantItAreTold() {
        Exercise exercise = withThree();
        assertThat(exercise.send("direct:a", "1")).as("send(direct:a)").isEqualTo(0);
        assertThat(exercise.send("jms:a", "2")).as("send(jms:a)").isEqualTo(2);
        assertThat(exercise.send("file:a", "3")).as("send(file:a)").isEqualTo(1);
        assertThat(told).as("what they were told").containsExactly("jms: jms:a 2", "j jms:a 2", "file: file:a 3");
    }

    @Test
    protected void aTextIsLoggedIfItIsWanted() {
        Exercise exercise = withThree();
        exercise.send("direct:a", "1");
        exercise.setDebug(true);
        exercise.send("direct:b", "2");
        assertThat(exercise.logged).as("logged for the second send").containsExactly("sending to direct:b: 2");
    }

    @Test
    protected void nullIsRefused() {
        assertThat(catchThrowable(() -> exercise().send(null, "body")))
                .as("send(null, body)")
                .isInstanceOf(NullPointerException.class);
        assertThat(catchThrowable(() -> exercise().send("direct:a", null)))
                .as("send(direct:a, null)")
                .isInstanceOf(NullPointerException.class);
    }

    @Test
    protected void aSendMakesNoObject() {
        Exercise exercise = withThree();
        Integer body = 1000;
        for (String endpoint : List.of("direct:a", "file:a", "jms:a")) {
            for (int i = 0; i < 10; i++) {
                exercise.send("file:a", body); // ten are told, and then no more texts are made here
            }
            assertThat(Bytes.of(() -> exercise.send(endpoint, body) < 0 ? "" : null))
                    .as("bytes of send(%s)", endpoint)
                    .isZero();
        }
    }
}
