package io.mehari.docs;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The circles of one module: classes that use each other, directly or through others. */
final class Circles {
    private Circles() {}

    /** All circles of two or more classes, the largest first; a nested class counts as the one that it is in. */
    static List<Set<String>> of(Path classes) {
        Map<String, Set<String>> uses = uses(classes);
        Map<String, Set<String>> reached = new HashMap<>();
        uses.keySet().forEach(each -> reached.put(each, reachedFrom(each, uses)));
        Set<String> placed = new TreeSet<>();
        return uses.keySet().stream()
                .filter(each -> !placed.contains(each))
                .map(each -> {
                    Set<String> circle = new TreeSet<>(reached.getOrDefault(each, Set.of()));
                    circle.removeIf(
                            other -> !reached.getOrDefault(other, Set.of()).contains(each));
                    placed.addAll(circle);
                    return circle;
                })
                .filter(circle -> circle.size() > 1)
                .sorted((one, other) -> other.size() - one.size())
                .toList();
    }

    private static Map<String, Set<String>> uses(Path classes) {
        Map<String, Set<String>> uses = new TreeMap<>();
        Collection<JavaClass> all = new ClassFileImporter().importPath(classes);
        all.forEach(each -> uses.put(outermost(each), new TreeSet<>()));
        for (JavaClass each : all) {
            for (Dependency dependency : each.getDirectDependenciesFromSelf()) {
                String target = outermost(dependency.getTargetClass());
                if (uses.containsKey(target) && !target.equals(outermost(each))) {
                    uses.get(outermost(each)).add(target);
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

    private static Set<String> reachedFrom(String start, Map<String, Set<String>> uses) {
        Set<String> seen = new TreeSet<>();
        Deque<String> open = new ArrayDeque<>(uses.getOrDefault(start, Set.of()));
        while (!open.isEmpty()) {
            String next = open.pop();
            if (seen.add(next)) {
                open.addAll(uses.getOrDefault(next, Set.of()));
            }
        }
        return seen;
    }
}
