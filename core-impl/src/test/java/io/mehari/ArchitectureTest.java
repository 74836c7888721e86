package io.mehari;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import io.mehari.spi.internal.Log;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The dependencies between packages: which package may use which, and what no package may use. */
class ArchitectureTest {

    private static final String[] API = {"io.mehari", "io.mehari.spi..", "io.mehari.builder..", "io.mehari.processor.."
    };

    private static final JavaClasses SHIPPED = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .withImportOption(location -> !location.matches(Pattern.compile(".*/(mehari-)?testing[/-].*")))
            .importPackages("io.mehari");

    @Test
    void everyPackageThatShipsIsLookedAt() {
        assertThat(packages())
                .containsExactly(
                        "io.mehari",
                        "io.mehari.builder",
                        "io.mehari.builder.model",
                        "io.mehari.collect",
                        "io.mehari.collect.slots",
                        "io.mehari.impl",
                        "io.mehari.impl.aggregate",
                        "io.mehari.impl.base",
                        "io.mehari.impl.compile",
                        "io.mehari.impl.component",
                        "io.mehari.impl.context",
                        "io.mehari.impl.convert",
                        "io.mehari.impl.endpoint",
                        "io.mehari.impl.engine",
                        "io.mehari.impl.exchange",
                        "io.mehari.impl.observe",
                        "io.mehari.impl.pattern",
                        "io.mehari.impl.template",
                        "io.mehari.impl.text",
                        "io.mehari.impl.threads",
                        "io.mehari.processor",
                        "io.mehari.processor.aggregate",
                        "io.mehari.spi",
                        "io.mehari.spi.internal");
    }

    // ---- arrows

    @Test
    void theApiDependsOnNothing() {
        dependOnNothingBut(API, API).check(SHIPPED);
    }

    @Test
    void theMapsDependOnTheApiAlone() {
        dependOnNothingBut(new String[] {"io.mehari.collect"}, "io.mehari.collect..", "io.mehari.spi.internal")
                .check(SHIPPED);
    }

    @Test
    void theStorageDependsOnTheFoldFunctionAlone() {
        dependOnNothingBut(
                        new String[] {"io.mehari.collect.slots"}, "io.mehari.collect.slots", "io.mehari.spi.internal")
                .check(SHIPPED);
        classes()
                .that()
                .resideInAPackage("io.mehari.collect.slots")
                .should()
                .onlyDependOnClassesThat(
                        outsideOf("io.mehari.spi.internal").or(named(io.mehari.spi.internal.AsciiCase.class)))
                .check(SHIPPED);
    }

    @Test
    void theEngineDependsOnTheApiAndTheMapsAlone() {
        dependOnNothingBut(
                        new String[] {"io.mehari.impl.."},
                        "io.mehari",
                        "io.mehari.spi..",
                        "io.mehari.builder",
                        "io.mehari.builder.model",
                        "io.mehari.processor..",
                        "io.mehari.collect..",
                        "io.mehari.impl..")
                .check(SHIPPED);
    }

    @Test
    void conversionsDependOnTheApiAlone() {
        dependOnNothingBut(
                        new String[] {"io.mehari.impl.convert"},
                        "io.mehari.impl.text",
                        "io.mehari",
                        "io.mehari.spi..",
                        "io.mehari.impl.convert")
                .check(SHIPPED);
    }

    private static ArchRule dependOnNothingBut(String[] packages, String... others) {
        String[] allowed = new String[others.length + 2];
        System.arraycopy(others, 0, allowed, 0, others.length);
        allowed[others.length] = "java..";
        allowed[others.length + 1] = "org.jspecify.annotations";
        return classes().that().resideInAnyPackage(packages).should().onlyDependOnClassesThat(in(allowed));
    }

    /** An array counts as its element type; primitive types belong to no package. */
    private static DescribedPredicate<JavaClass> in(String... packages) {
        DescribedPredicate<JavaClass> inside = JavaClass.Predicates.resideInAnyPackage(packages);
        return DescribedPredicate.describe(
                "are in " + String.join(", ", packages),
                type -> type.getBaseComponentType().isPrimitive() || inside.test(type.getBaseComponentType()));
    }

    private static DescribedPredicate<JavaClass> outsideOf(String name) {
        return DescribedPredicate.describe(
                "outside of " + name,
                type -> !type.getBaseComponentType().getPackageName().equals(name));
    }

    private static DescribedPredicate<JavaClass> named(Class<?> type) {
        return DescribedPredicate.describe(type.getName(), candidate -> candidate.isEquivalentTo(type));
    }

    // ---- cycles

    /**
     * In core-impl no package is in a cycle. In core-api {@code io.mehari}, {@code spi} and {@code builder} count as
     * one: the names a Camel user knows demand it, since {@code Exchange} hands out a {@code spi.UnitOfWork} and {@code
     * spi.ExchangeExtension} is an {@code Exchange}.
     */
    @Test
    void noCycles() {
        slices().matching("io.mehari.(collect.slots|collect|component|impl)..")
                .should()
                .beFreeOfCycles()
                .check(SHIPPED);
        slices().matching("io.mehari.collect.(*)..").should().beFreeOfCycles().check(SHIPPED);
        noClasses()
                .that()
                .resideInAPackage("io.mehari.collect.slots")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.mehari.collect")
                .check(SHIPPED);
    }

    // ---- unused code

    private static final ArchRule NO_DESERIALIZATION =
            noClasses().should().dependOnClassesThat().areAssignableTo(ObjectInputStream.class);

    @Test
    void noDeserialization() {
        NO_DESERIALIZATION.check(SHIPPED);
        noClasses()
                .should(new com.tngtech.archunit.lang.ArchCondition<>("name java.io.Serializable as their interface") {
                    @Override
                    public void check(JavaClass type, com.tngtech.archunit.lang.ConditionEvents events) {
                        boolean names = type.getRawInterfaces().stream()
                                .anyMatch(each -> each.isEquivalentTo(Serializable.class)
                                        || each.isEquivalentTo(java.io.Externalizable.class));
                        events.add(new com.tngtech.archunit.lang.SimpleConditionEvent(type, names, type.getName()));
                    }
                })
                .check(SHIPPED);
        noMethods()
                .should()
                .haveName("readObject")
                .orShould()
                .haveName("readResolve")
                .orShould()
                .haveName("readExternal")
                .check(SHIPPED);
    }

    private static final ArchRule NO_THREAD_LOCAL =
            noClasses().should().dependOnClassesThat().areAssignableTo(ThreadLocal.class);

    @Test
    void noThreadLocal() {
        NO_THREAD_LOCAL.check(SHIPPED);
    }

    /** Law S4: logging is never the work. A logger or its handler may throw anything, and Log is the one guard. */
    private static final ArchRule ONE_DOOR_TO_LOGGERS = noClasses()
            .that()
            .areNotAssignableTo(Log.class)
            .should()
            .callMethodWhere(JavaCall.Predicates.target(With.owner(assignableTo(System.Logger.class))));

    @Test
    void s4_onlyLogCallsLoggers() {
        ONE_DOOR_TO_LOGGERS.check(SHIPPED);
    }

    /** In the sources, because the classes of the other modules are not here. */
    @Test
    void s4_theConnectorsHaveNoLoggers() throws IOException {
        List<Path> offenders = new ArrayList<>();
        try (Stream<Path> modules = Files.list(Path.of(".."))) {
            for (Path each : modules.filter(
                            module -> module.getFileName().toString().startsWith("components-"))
                    .toList()) {
                try (Stream<Path> files = Files.walk(each.resolve("src/main"))) {
                    for (Path file : files.filter(java -> java.toString().endsWith(".java"))
                            .toList()) {
                        String source = Files.readString(file);
                        if (source.contains("System.getLogger") || source.contains("java.util.logging")) {
                            offenders.add(file);
                        }
                    }
                }
            }
        }
        assertThat(offenders).isEmpty();
    }

    @Test
    void theRulesCanFail() {
        JavaClasses offenders = new ClassFileImporter().importClasses(Remembers.class, Thaws.class, Talks.class);
        assertThatThrownBy(() -> ONE_DOOR_TO_LOGGERS.check(offenders)).hasMessageContaining("Talks");
        assertThatThrownBy(() -> NO_THREAD_LOCAL.check(offenders)).hasMessageContaining("Remembers");
        assertThatThrownBy(() -> NO_DESERIALIZATION.check(offenders)).hasMessageContaining("Thaws");
        assertThatThrownBy(() -> dependOnNothingBut(API, "io.mehari.spi").check(SHIPPED))
                .isInstanceOf(AssertionError.class);
    }

    @SuppressWarnings("UnusedVariable")
    private static final class Remembers {
        static final ThreadLocal<String> NAME = new ThreadLocal<>();
    }

    @SuppressWarnings("UnusedMethod")
    private static final class Talks {
        static void talk() {
            System.getLogger("x").log(System.Logger.Level.INFO, "y");
        }
    }

    @SuppressWarnings("UnusedMethod")
    private static final class Thaws {
        static Object thaw(ObjectInputStream in) throws Exception {
            return in.readObject();
        }
    }

    // ---- documentation

    @Test
    void everyPackageSaysWhatItIs() {
        Set<String> silent = SHIPPED.stream()
                .map(JavaClass::getPackage)
                .filter(each -> each.tryGetPackageInfo().isEmpty())
                .map(JavaPackage::getName)
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(silent).as("packages without a package-info").isEmpty();
    }

    private static Set<String> packages() {
        return SHIPPED.stream()
                .map(JavaClass::getPackageName)
                .filter(name -> !name.isEmpty())
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
