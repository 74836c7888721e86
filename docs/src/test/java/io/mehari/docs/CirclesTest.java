package io.mehari.docs;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import io.mehari.spi.Threading;
import io.mehari.spi.internal.Log;
import io.mehari.spi.internal.StackRoom;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** In a large circle no class can be understood alone. What stands here may become smaller, and never larger. */
class CirclesTest {

    @ParameterizedTest
    @CsvSource({
        "core-connector, 3",
        "components-queue, 8",
        "components-netty, 7",
        "components-kafka, 7",
        "components-jms, 7",
        "components-camel, 7",
        "components-micrometer, 8",
        "components-spring-boot, 8",
        "extensions/porting, 8",
        "extensions/simple, 8",
        "testing, 8"
    })
    void noCircleHasMoreClasses(String module, int most) {
        List<Set<String>> circles = Circles.of(Path.of("..", module, "target", "classes"));
        assertThat(circles)
                .filteredOn(circle -> circle.size() > most)
                .as("circles of more than %d classes", most)
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"netty", "kafka", "jms", "camel"})
    void noCircleReachesOverTwoRooms(String connector) {
        for (Set<String> circle : Circles.of(Path.of("..", "components-" + connector, "target", "classes"))) {
            assertThat(circle.stream().map(each -> each.substring(0, each.lastIndexOf('.'))))
                    .as("%s", circle)
                    .containsOnly(circle.iterator().next().replaceFirst("\\.\\w+$", ""));
        }
    }

    /** The queue itself can be understood, and used, without exchanges, endpoints and routes. */
    @Test
    void aRingKnowsNoExchange() {
        Path classes = Path.of("..", "components-queue", "target", "classes");
        ArchRule rule = classes()
                .that()
                .resideInAPackage("io.mehari.component.queue.ring")
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(
                                "java..", "jdk.jfr..", "org.jspecify..", "com.lmax..", "io.mehari.component.queue.ring")
                        .or(belongToAnyOf(Threading.class, StackRoom.class, Log.class)));
        rule.check(new ClassFileImporter().importPath(classes));
    }
}
