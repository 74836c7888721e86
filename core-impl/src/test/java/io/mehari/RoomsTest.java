package io.mehari;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.mehari.impl.DefaultRoutingContext;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The dependencies of the engine's packages, checked class by class. */
class RoomsTest {
    private static final String IMPL = "io.mehari.impl";

    /**
     * From bottom to top: a package uses only packages before it. Packages in one entry do not use each other. The
     * package {@code io.mehari.impl} itself is not in the list: it contains the classes that users import, whose
     * superclasses are in these packages.
     */
    private static final List<Set<String>> FLOORS = List.of(
            Set.of(IMPL + ".text"),
            Set.of(IMPL + ".base", IMPL + ".convert", IMPL + ".threads"),
            Set.of(IMPL + ".exchange"),
            Set.of(IMPL + ".engine"),
            Set.of(IMPL + ".observe", IMPL + ".pattern", IMPL + ".aggregate", IMPL + ".component"),
            Set.of(IMPL + ".endpoint", IMPL + ".template"),
            Set.of(IMPL + ".compile"),
            Set.of(IMPL + ".context"));

    private static final Map<String, Set<String>> USES = uses();

    /** The name of the context that users import. */
    private static final String DOOR = DefaultRoutingContext.class.getName();

    /** Class by class; nested classes count as the one they are in. */
    private static Map<String, Set<String>> uses() {
        Map<String, Set<String>> uses = new TreeMap<>();
        for (JavaClass each : new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages("io.mehari")) {
            Set<String> used = uses.computeIfAbsent(outermost(each), name -> new TreeSet<>());
            for (Dependency dependency : each.getDirectDependenciesFromSelf()) {
                String target = outermost(dependency.getTargetClass());
                if (target.startsWith("io.mehari.") && !target.equals(outermost(each))) {
                    used.add(target);
                }
            }
        }
        return uses;
    }

    private static String outermost(JavaClass type) {
        String name = type.getBaseComponentType().getName();
        int nested = name.indexOf('$');
        return nested < 0 ? name : name.substring(0, nested);
    }

    private static String packageOf(String type) {
        return type.substring(0, type.lastIndexOf('.'));
    }

    @Test
    void noCircleOfClassesReachesOverTwoPackages() {
        Map<String, Set<String>> reached = new HashMap<>();
        USES.keySet().forEach(each -> reached.put(each, reachedFrom(each)));
        Set<String> circles = new TreeSet<>();
        for (String one : USES.keySet()) {
            for (String other : reached.get(one)) {
                if (packageOf(one).startsWith(IMPL)
                        && !packageOf(one).equals(packageOf(other))
                        && reached.getOrDefault(other, Set.of()).contains(one)) {
                    circles.add(one + " and " + other + " use each other, directly or through others");
                }
            }
        }
        assertThat(circles).isEmpty();
    }

    @Test
    void aRoomUsesOnlyRoomsBelow() {
        Set<String> wrong = new TreeSet<>();
        USES.forEach((user, used) -> {
            for (String each : used) {
                if (hasFloor(user)
                        && hasFloor(each)
                        && floor(each) >= floor(user)
                        && !packageOf(each).equals(packageOf(user))) {
                    wrong.add(user + " uses " + each);
                }
            }
        });
        assertThat(wrong).isEmpty();
    }

    @Test
    void theContextIsKnownByItsDoorAlone() {
        Set<String> users = new TreeSet<>();
        USES.forEach((user, used) -> {
            if (!packageOf(user).equals(IMPL + ".context")
                    && used.stream().anyMatch(each -> packageOf(each).equals(IMPL + ".context"))) {
                users.add(user);
            }
        });
        assertThat(users).containsExactly(DOOR);
    }

    @Test
    void everyPackageOfTheEngineHasItsFloor() {
        Set<String> packages = new TreeSet<>();
        USES.keySet().stream()
                .map(RoomsTest::packageOf)
                .filter(each -> each.startsWith(IMPL + "."))
                .forEach(packages::add);
        Set<String> planned = new TreeSet<>();
        FLOORS.forEach(planned::addAll);
        assertThat(packages).isEqualTo(planned);
    }

    private static boolean hasFloor(String type) {
        return packageOf(type).startsWith(IMPL + ".");
    }

    private static int floor(String type) {
        for (int i = 0; i < FLOORS.size(); i++) {
            if (FLOORS.get(i).contains(packageOf(type))) {
                return i;
            }
        }
        throw new AssertionError(type + " is in a package that is in no floor");
    }

    private static Set<String> reachedFrom(String start) {
        Set<String> seen = new HashSet<>();
        Deque<String> open = new ArrayDeque<>(USES.get(start));
        while (!open.isEmpty()) {
            String next = open.pop();
            if (seen.add(next)) {
                open.addAll(USES.getOrDefault(next, Set.of()));
            }
        }
        return seen;
    }
}
