package step05;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests for a solution of the exercise. */
public class ExerciseTest {

    /** Overridden to test the solution. */
    protected Exercise exercise() {
        return new Exercise();
    }

    @Test
    protected void readingTheMapAllocatesNoStorage() {
        Exercise.Message message = exercise().message();
        Map<String, Object> headers = message.getHeaders();
        assertThat(headers.isEmpty()).isTrue();
        assertThat(headers.size()).isZero();
        assertThat(headers.get("a")).isNull();
        assertThat(headers.containsKey("a")).isFalse();
        assertThat(headers.remove("a")).isNull();
        for (Map.Entry<String, Object> each : headers.entrySet()) {
            throw new AssertionError(each);
        }
        assertThat(message.hasStorage()).isFalse();
    }

    @Test
    protected void aMapTakenBeforeTheFirstHeaderShowsIt() {
        Exercise.Message message = exercise().message();
        Map<String, Object> headers = message.getHeaders();
        message.setHeader("Content-Type", "text/plain");
        assertThat(headers).containsExactly(entry("Content-Type", "text/plain"));
        assertThat(headers.get("content-type")).isEqualTo("text/plain");
        assertThat(headers.containsKey("CONTENT-TYPE")).isTrue();
    }

    @Test
    protected void anEntryPutIntoTheMapIsAHeader() {
        Exercise.Message message = exercise().message();
        Map<String, Object> one = message.getHeaders();
        Map<String, Object> other = message.getHeaders();
        assertThat(one.put("Trace", 1)).isNull();
        assertThat(other.put("trace", 2)).isEqualTo(1);
        assertThat(message.getHeader("TRACE")).isEqualTo(2);
        assertThat(one.remove("trace")).isEqualTo(2);
        assertThat(message.getHeader("Trace")).isNull();
    }
}
