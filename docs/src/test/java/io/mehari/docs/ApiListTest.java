package io.mehari.docs;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.Component;
import io.mehari.Exchange;
import io.mehari.NullNameException;
import io.mehari.RuntimeRoutingException;
import io.mehari.StreamCacheException;
import io.mehari.impl.DefaultRoutingContext;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What the modules export, in files that a change of it changes: docs/api, a file a module. */
class ApiListTest {
    private static final boolean WRITE = Boolean.getBoolean("mehari.docs.write");
    /** With them an API of 284 types and 1,893 public methods and constructors was once measured. */
    private static final List<String> MEASURED =
            List.of("core-api", "core-impl", "core-main", "core-connector", "components-queue", "testing");

    private static final int MEASURED_TYPES = 204;
    private static final int TYPES = 237;
    private static final int PUBLIC_METHODS = 1_450;

    private static final TreeMap<String, ExportedTypes> MODULES = new TreeMap<>();

    @BeforeAll
    static void read() throws Exception {
        for (String module : HouseSize.MODULES) {
            MODULES.put(module, new ExportedTypes(module));
        }
    }

    @Test
    void theListsAreWhatJavacMade() throws IOException {
        List<String> wrong = new ArrayList<>();
        for (var module : MODULES.entrySet()) {
            Path file = Path.of("api", module.getKey().replace("extensions/", "") + ".txt");
            List<String> right = module.getValue().lines();
            if (WRITE) {
                Files.write(file, right);
            } else if (!Files.exists(file) || !Files.readAllLines(file).equals(right)) {
                wrong.add(difference(file, right));
            }
        }
        assertThat(wrong)
                .as("lists in docs/api that are not what is exported; if the change is meant, rewrite them: "
                        + "mvn -o -pl docs -am test -Dtest=ApiListTest -Dmehari.docs.write=true"
                        + " -Dsurefire.failIfNoSpecifiedTests=false")
                .isEmpty();
    }

    /** The schemes and options of URIs, and of each option of Camel which values are taken, and what to use instead. */
    @Test
    void theEndpointsAreThoseOfTheComponents() throws Exception {
        Path file = Path.of("api", "endpoints.txt");
        List<String> right = new ArrayList<>();
        try (var context = new DefaultRoutingContext()) {
            TreeSet<String> schemes = new TreeSet<>(Set.of("bean", "direct", "log", "timer"));
            ServiceLoader.load(Component.class).forEach(each -> schemes.add(each.getScheme()));
            for (String scheme : schemes) {
                Component component = requireNonNull(context.hasComponent(scheme));
                TreeSet<String> options = new TreeSet<>();
                component.getOptions().forEach(each -> options.add(each.name()));
                right.add(scheme + ": " + String.join(" ", options) + (component.takesOtherOptions() ? " *" : ""));
            }
        }
        Field table = Class.forName("io.mehari.support.internal.CamelOptions").getDeclaredField("TABLE");
        table.setAccessible(true);
        for (String[] each : (String[][]) table.get(null)) {
            right.add(String.join(" # ", each));
        }
        if (WRITE) {
            Files.write(file, right);
        }
        assertThat(Files.readAllLines(file)).isEqualTo(right);
    }

    private static String difference(Path file, List<String> right) throws IOException {
        Set<String> gone = new TreeSet<>(Files.exists(file) ? Files.readAllLines(file) : List.of());
        Set<String> added = new TreeSet<>(right);
        added.removeAll(gone);
        right.forEach(gone::remove);
        return file + ": added " + added + ", gone " + gone;
    }

    @Test
    void theyAreFew() {
        long types = 0;
        long measured = 0;
        long methods = 0;
        for (var module : MODULES.entrySet()) {
            int itsTypes = module.getValue().count();
            long itsMethods = module.getValue().publicMethods();
            System.out.printf("%-25s %4d types %5d public methods%n", module.getKey(), itsTypes, itsMethods);
            types += itsTypes;
            measured += MEASURED.contains(module.getKey()) ? itsTypes : 0;
            methods += itsMethods;
        }
        System.out.printf("%-25s %4d types %5d public methods%n", "all", types, methods);
        assertThat(measured).as("exported types of " + MEASURED).isLessThanOrEqualTo(MEASURED_TYPES);
        assertThat(types).as("exported types").isLessThanOrEqualTo(TYPES);
        assertThat(methods).as("public methods and constructors").isLessThanOrEqualTo(PUBLIC_METHODS);
    }

    @Test
    void everySignatureNamesTypesThatACallerSees() {
        Set<Class<?>> all = new HashSet<>();
        MODULES.values().forEach(each -> all.addAll(each.all()));
        Set<String> hidden = new TreeSet<>();
        MODULES.values().forEach(each -> hidden.addAll(each.hidden(all)));
        assertThat(hidden)
                .as("signatures with types that are not exported; the engine compiles what model() returns")
                .containsExactly("io.mehari.builder.RouteDefinition.model: io.mehari.builder.model.RouteModel");
    }

    /** But a name that is null is a mistake of the caller, as for any map; and what tests inject is no part of this. */
    @Test
    void whatMehariThrowsHasOneRoot() {
        assertThat(MODULES.entrySet().stream()
                        .filter(each -> !each.getKey().equals("testing"))
                        .flatMap(each -> each.getValue().all().stream()))
                .filteredOn(each ->
                        Throwable.class.isAssignableFrom(each) && !RuntimeRoutingException.class.isAssignableFrom(each))
                .containsOnly(NullNameException.class, StreamCacheException.class); // read() of a stream throws it
    }

    @Test
    void exceptionsTakeATextBeforeTheExchangeAndTheCauseLast() {
        Set<String> wrong = new TreeSet<>();
        MODULES.values().stream()
                .flatMap(each -> each.all().stream())
                .filter(Throwable.class::isAssignableFrom)
                .flatMap(each -> Stream.of(each.getConstructors()))
                .forEach(each -> {
                    List<Class<?>> types = List.of(each.getParameterTypes());
                    int exchange = types.indexOf(Exchange.class);
                    boolean causeIsLast = types.stream()
                            .limit(Math.max(0, types.size() - 1))
                            .noneMatch(Throwable.class::isAssignableFrom);
                    if (!causeIsLast || (exchange >= 0 && types.lastIndexOf(String.class) > exchange)) {
                        wrong.add(each.toString());
                    }
                });
        assertThat(wrong).isEmpty();
    }
}
