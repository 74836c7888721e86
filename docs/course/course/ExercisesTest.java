package course;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.nio.file.Path;
import java.util.stream.Stream;
import mine.MyExchange;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

/** In the repository no exercise is solved. Tagged {@code slow} because readers solve them in their clones. */
@Tag("slow")
class ExercisesTest {

    static Stream<Path> steps() {
        return Pages.steps().stream();
    }

    @ParameterizedTest
    @MethodSource("steps")
    void anExerciseIsLeftToTheReader(Path step) {
        assertThat(failures(step.getFileName() + ".ExerciseTest")).isPositive();
    }

    @Test
    void theReadersOwnExchangeIsTheNaiveOne() {
        assertThat(failures("mine.MyExchangeTest")).isPositive();
        assertThat(Cost.of(() -> new MyExchange("value"))).isEqualTo(Ladder.cost(Ladder.after(1), 0));
    }

    private static long failures(String test) {
        SummaryGeneratingListener listener = new SummaryGeneratingListener();
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(selectClass(test))
                .build();
        LauncherFactory.create().execute(request, listener);
        return listener.getSummary().getTestsFailedCount();
    }
}
