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
        assertThat(headers.isEmpty()).as("isEmpty() without headers").isTrue();
        assertThat(headers.size()).as("size() without headers").isZero();
        assertThat(headers.get("a")).as("get(\"a\") without headers").isNull();
        assertThat(headers.containsKey("a"))
                .as("containsKey(\"a\") without headers")
                .isFalse();
        assertThat(headers.remove("a")).as("remove(\"a\") without headers").isNull();
        for (Map.Entry<String, Object> each : headers.entrySet()) {
            throw new AssertionError(each);
        }
        headers.clear();
        assertThat(message.hasStorage())
                .as("hasStorage() after isEmpty, size, get, containsKey, remove, a loop and clear")
                .isFalse();
    }

    @Test
    protected void aMapTakenBeforeTheFirstHeaderShowsIt() {
        Exercise.Message message = exercise().message();
        Map<String, Object> headers = message.getHeaders();
        message.setHeader("Content-Type", "text/plain");
        assertThat(headers)
                .as("a map taken before setHeader(\"Content-Type\", ...)")
                .containsExactly(entry("Content-Type", "text/plain"));
        assertThat(headers.get("content-type"))
                .as("get(\"content-type\") after setHeader(\"Content-Type\", ...)")
                .isEqualTo("text/plain");
        assertThat(headers.containsKey("CONTENT-TYPE"))
                .as("containsKey(\"CONTENT-TYPE\") after setHeader(\"Content-Type\", ...)")
                .isTrue();
    }

    @Test
    protected void anEntryPutIntoTheMapIsAHeader() {
        Exercise.Message message = exercise().message();
        Map<String, Object> one = message.getHeaders();
        Map<String, Object> other = message.getHeaders();
        assertThat(one.put("Trace", 1)).as("the first put(\"Trace\", 1)").isNull();
        assertThat(other.put("trace", 2)).as("put(\"trace\", 2) after that").isEqualTo(1);
        assertThat(message.getHeader("TRACE")).as("getHeader(\"TRACE\")").isEqualTo(2);
        assertThat(one.remove("trace")).as("remove(\"trace\")").isEqualTo(2);
        assertThat(message.getHeader("Trace"))
                .as("getHeader(\"Trace\") after remove")
                .isNull();
    }

    @Test
    protected void aMapTakenAfterTheFirstHeaderIsAViewToo() {
        Exercise.Message message = exercise().message();
        message.setHeader("Content-Type", "text/plain");
        Map<String, Object> headers = message.getHeaders();
        message.setHeader("Trace", 1);
        assertThat(headers.get("trace"))
                .as("get(\"trace\") of a map taken before")
                .isEqualTo(1);
        headers.put("Priority", 9);
        assertThat(message.getHeader("priority"))
                .as("getHeader(\"priority\") after put")
                .isEqualTo(9);
        assertThat(headers.keySet()).as("keySet()").containsExactly("Content-Type", "Priority", "Trace");
        headers.entrySet().removeIf(header -> header.getKey().equals("Priority"));
        assertThat(message.getHeader("Priority"))
                .as("getHeader(\"Priority\") after entrySet().removeIf")
                .isNull();
        headers.clear();
        assertThat(message.getHeader("Trace"))
                .as("getHeader(\"Trace\") after clear")
                .isNull();
    }
}
