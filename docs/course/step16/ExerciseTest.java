package step16;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Sets every field, calls reset, and checks every field. A field that is added later is found too. */
public class ExerciseTest {

    /** Overridden to test the solution. */
    protected Exercise exercise() {
        return new Exercise();
    }

    private static List<Field> fields(Class<?> type) {
        List<Field> fields = new ArrayList<>();
        for (Class<?> next = type; next != Object.class; next = next.getSuperclass()) {
            for (Field field : next.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers())) {
                    field.setAccessible(true);
                    fields.add(field);
                }
            }
        }
        return fields;
    }

    private static Object something(Class<?> type) {
        if (type == long.class) {
            return 7L;
        }
        if (type == int.class) {
            return 7;
        }
        if (type == boolean.class) {
            return true;
        }
        return type == Throwable.class ? new Exception("of the message before") : "of the message before";
    }

    @Test
    protected void afterAResetEveryFieldIsAsInANewOne() throws IllegalAccessException {
        Exercise used = exercise();
        Exercise fresh = exercise();
        for (Field field : fields(used.getClass())) {
            field.set(used, something(field.getType()));
            assertThat(field.get(used)).as(field.getName()).isNotEqualTo(field.get(fresh));
        }
        used.reset();
        for (Field field : fields(used.getClass())) {
            assertThat(field.get(used)).as(field.getName()).isEqualTo(field.get(fresh));
        }
    }
}
