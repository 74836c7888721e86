package course;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Path;

/** Makes the tables of all steps in a JVM with compact object headers, for {@link CompactHeadersTest}. */
final class CompactTables {

    private CompactTables() {}

    private static boolean fails(Method figures, Object test) throws ReflectiveOperationException {
        figures.setAccessible(true);
        try {
            figures.invoke(test);
            return false;
        } catch (InvocationTargetException e) {
            System.out.println(test.getClass().getName() + ": " + e.getCause());
            return true;
        }
    }

    public static void main(String... arguments) throws ReflectiveOperationException {
        boolean failed = false;
        for (Path step : CompactHeadersTest.steps()) {
            Class<?> test = Class.forName(step.getFileName() + ".StepTest");
            var constructor = test.getDeclaredConstructor();
            constructor.setAccessible(true);
            for (Method figures : test.getDeclaredMethods()) {
                if (figures.getName().startsWith("figures")) {
                    failed |= fails(figures, constructor.newInstance());
                }
            }
        }
        Pages.checkBlock(Pages.root().resolve("ladder.md"), "ladder-compact", Ladder.table(Ladder.measured()));
        System.exit(failed ? 1 : 0);
    }
}
