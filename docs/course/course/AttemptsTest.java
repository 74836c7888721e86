package course;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/**
 * The test of an exercise fails for each wrong solution in {@code Attempts.java}, says with which input, and passes for
 * the other right ones there.
 */
class AttemptsTest {

    private static List<Class<?>> attempts(Path step, String kind) throws ClassNotFoundException {
        Class<?> attempts = Class.forName(step.getFileName() + ".Attempts");
        return Arrays.stream(attempts.getDeclaredClasses())
                .filter(each -> each.getSimpleName().startsWith(kind))
                .toList();
    }

    static Stream<Class<?>> attempts(String kind) {
        return Pages.steps().stream().flatMap(step -> {
            try {
                return attempts(step, kind).stream();
            } catch (ClassNotFoundException e) {
                throw new AssertionError(step + " has no Attempts.java", e);
            }
        });
    }

    static Stream<Class<?>> wrong() {
        return attempts("Wrong");
    }

    static Stream<Class<?>> right() {
        return attempts("Right");
    }

    static Stream<Path> steps() {
        return Pages.steps().stream();
    }

    private static TestExecutionSummary run(Class<?> test) {
        SummaryGeneratingListener listener = new SummaryGeneratingListener();
        LauncherFactory.create()
                .execute(
                        LauncherDiscoveryRequestBuilder.request()
                                .selectors(selectClass(test))
                                .build(),
                        listener);
        return listener.getSummary();
    }

    @ParameterizedTest
    @MethodSource("wrong")
    void aWrongSolutionFailsAndIsToldTheInput(Class<?> attempt) {
        TestExecutionSummary summary = run(attempt);
        assertThat(summary.getTestsFailedCount())
                .as("tests that reject " + attempt.getName())
                .isPositive();
        assertThat(summary.getFailures()).allSatisfy(failure -> {
            if (failure.getException() instanceof AssertionError) {
                assertThat(failure.getException().getMessage().strip())
                        .as("the message of " + failure.getTestIdentifier().getDisplayName())
                        .startsWith("[");
            }
        });
    }

    @ParameterizedTest
    @MethodSource("right")
    void anotherRightSolutionPasses(Class<?> attempt) {
        TestExecutionSummary summary = run(attempt);
        assertThat(summary.getFailures()).isEmpty();
        assertThat(summary.getTestsSucceededCount()).isPositive();
    }

    @ParameterizedTest
    @MethodSource("steps")
    void aStepHasAWrongSolution(Path step) throws ClassNotFoundException {
        assertThat(attempts(step, "Wrong")).isNotEmpty();
    }
}
