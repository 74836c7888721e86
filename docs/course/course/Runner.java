package course;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.util.List;
import java.util.stream.Stream;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;
import org.junit.platform.launcher.listeners.TestExecutionSummary.Failure;

/** Runs one test class for {@code ./course}, without Maven, and writes its result where Maven would. */
final class Runner {

    private Runner() {}

    public static void main(String... arguments) {
        String test = arguments[0];
        SummaryGeneratingListener listener = new SummaryGeneratingListener();
        LauncherFactory.create()
                .execute(
                        LauncherDiscoveryRequestBuilder.request()
                                .selectors(selectClass(test))
                                .build(),
                        listener);
        TestExecutionSummary summary = listener.getSummary();
        List<Failure> failures = summary.getFailures();
        failures.forEach(failure -> say(test, failure));
        Pages.write(
                Pages.root().resolve("target/surefire-reports/TEST-" + test + ".xml"),
                "<testsuite name=\"%s\" tests=\"%d\" errors=\"0\" failures=\"%d\"/>%n"
                        .formatted(test, summary.getTestsFoundCount(), failures.size()));
        System.exit(failures.isEmpty() && summary.getTestsFoundCount() > 0 ? 0 : 1);
    }

    /** The message, and the lines of the course in the stack. */
    private static void say(String test, Failure failure) {
        System.out.println(test + "." + failure.getTestIdentifier().getDisplayName());
        System.out.println(failure.getException().toString().strip());
        String folder = test.substring(0, test.indexOf('.') + 1);
        Stream.of(failure.getException().getStackTrace())
                .filter(frame -> frame.getClassName().startsWith(folder))
                .forEach(frame -> System.out.println("\tat " + frame));
    }
}
