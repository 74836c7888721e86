package io.mehari.lab.fork;

import io.mehari.engine.Fields;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Checks laws in this JVM: {@code RunLaws org.example.MapLawsTest}. They are the tests of a class that has nothing else of
 * JUnit, so that it needs no engine here, and runs in the framework's own build. Prints one line of {@link Fields} for
 * each, those that come from a contract first.
 */
public final class RunLaws {
    private RunLaws() {}

    /** Argument: the class with the laws. */
    public static void main(String[] args) throws Exception {
        check(Class.forName(args[0])).forEach(Fields::print);
        System.out.flush();
        Runtime.getRuntime().halt(0);
    }

    static List<Fields> check(Class<?> type) throws ReflectiveOperationException {
        Constructor<?> constructor = type.getDeclaredConstructor();
        constructor.setAccessible(true);
        List<Fields> lines = new ArrayList<>();
        for (Method each : type.getDeclaredMethods()) {
            DisplayName name = each.getAnnotation(DisplayName.class);
            if (each.isAnnotationPresent(Test.class) && name != null) {
                each.setAccessible(true);
                lines.add(new Fields("law")
                        .text("name", name.value())
                        .truth("contract", !each.isAnnotationPresent(Tag.class))
                        .text("failure", failure(each, constructor.newInstance())));
            }
        }
        lines.sort(Comparator.comparing((Fields each) -> !each.truth("contract"))
                .thenComparing(each -> each.text("name")));
        return lines;
    }

    /** Why the law does not hold; empty if it does. */
    private static String failure(Method law, Object laws) throws IllegalAccessException {
        try {
            law.invoke(laws);
            return "";
        } catch (InvocationTargetException e) {
            return String.valueOf(e.getCause()).replaceFirst("^\\S*Error: ", "");
        }
    }
}
