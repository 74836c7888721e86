package step20;

import static org.assertj.core.api.Assertions.assertThat;

import course.Layout;
import course.Layout.Jvm;
import java.lang.reflect.Field;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** The sum is what JOL computes, for classes with all kinds of gaps. */
public class ExerciseTest {

    /** Overridden to test the solution. */
    protected Exercise exercise() {
        return new Exercise();
    }

    static class Empty {}

    static class OneByte {
        byte a;
    }

    static class Five {
        boolean a, b, c, d, e;
    }

    static class OnlyLongs {
        long a, b;
    }

    static class LongAndReference {
        long a;
        Object b;
    }

    static class LongAndTwo {
        long a;
        Object b, c;
    }

    static class LongAndBytes {
        long a;
        byte b, c;
        short d;
    }

    static class LongAndOneByte {
        double a;
        boolean b;
    }

    static class Mixed {
        String a;
        char b;
        int c, d;
        float e;
        byte f;
        long g, h;
    }

    static class LongAndThreeBytesAndShort {
        long a;
        byte b, c, d;
        short e;
    }

    @Test
    protected void theSumIsWhatJolComputes() {
        for (Class<?> type : ExerciseTest.class.getDeclaredClasses()) {
            String[] types = Arrays.stream(type.getDeclaredFields())
                    .filter(field -> !field.isSynthetic())
                    .map(Field::getType)
                    .map(Class::getName)
                    .toArray(String[]::new);
            assertThat(exercise().size(types))
                    .as("size(%s)", Arrays.toString(types))
                    .isEqualTo((int) Layout.size(type, Jvm.USUAL));
        }
    }

    @Test
    protected void theRealExchangeTakes80() throws Exception {
        String[] types = Sources.types().toArray(String[]::new);
        assertThat(exercise().size(types))
                .as("size(%s)", Arrays.toString(types))
                .isEqualTo(80);
    }
}
