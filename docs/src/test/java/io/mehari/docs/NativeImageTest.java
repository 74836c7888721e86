package io.mehari.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.Exchange;
import io.mehari.component.queue.SedaComponent;
import io.mehari.connector.SendCompletion;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.main.Main;
import io.mehari.simple.BeanComponent;
import io.mehari.support.DefaultComponent;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;

/** What the core reaches by reflection is in the metadata for GraalVM native image, or known to depend on its user. */
class NativeImageTest {
    /*
     * The places that native-image cannot follow, and why each is there. Handles of fields are not here: they are read
     * from the class files. A new place either gets metadata below, or a sentence in service.md that says who must
     * register what.
     */
    private static final Map<String, String> PLACES = new TreeMap<>(Map.ofEntries(
            Map.entry("io.mehari.impl.text.Lookalike", "a class that is named by a constant"),
            Map.entry("io.mehari.builder.ProcessorDefinition", "an exception that a route names: its user"),
            Map.entry(
                    "io.mehari.impl.endpoint.FoundComponents",
                    "ServiceLoader with a constant: native-image reads META-INF/services"),
            Map.entry(
                    "io.mehari.impl.context.ContextServices",
                    "ServiceLoader with a constant: native-image reads META-INF/services"),
            Map.entry("io.mehari.observe.LifeLines", "the version, which the line leaves out if it is not there"),
            Map.entry("io.mehari.impl.compile.RouteEnvironment", "a processor that a route names: its user"),
            Map.entry("io.mehari.impl.threads.VirtualThreads", "methods of the JDK: metadata"),
            Map.entry(
                    "io.mehari.impl.convert.SequenceConversions",
                    "an array of a type that a program asks for: its user"),
            Map.entry(
                    "io.mehari.impl.engine.Watchers",
                    "whether a notifier overrides a method; without an answer, it is called"),
            Map.entry("io.mehari.ShutdownHook", "a class file that is looked for, but not in a native image"),
            Map.entry("io.mehari.spi.Threading", "a class that is named by a constant"),
            Map.entry(
                    "io.mehari.spi.internal.OtherOptions",
                    "ServiceLoader with a constant: native-image reads META-INF/services"),
            Map.entry("io.mehari.spi.internal.Values", "a class that is named by a constant: metadata"),
            Map.entry("io.mehari.simple.BeanMethod", "a bean and its methods: their user"),
            Map.entry("io.mehari.simple.Getters", "methods that a text names: their user"),
            Map.entry("io.mehari.simple.Sources", "a class that a text names: its user"),
            Map.entry(
                    "io.mehari.impl.text.TextLanguage",
                    "ServiceLoader with a constant: native-image reads META-INF/services"),
            Map.entry("io.mehari.support.Setters", "setters of an endpoint: the author of its component")));

    static {
        PLACES.put("io.mehari.impl.engine.WithinRoute", "the classes of a stack; StackWalker for what is not found");
    }

    private static final String REMEDY = "To write the files: mvn -pl docs -am test -Dtest=NativeImageTest"
            + " -Dmehari.docs.write=true -Dsurefire.failIfNoSpecifiedTests=false";

    private static final List<String> BY_NAME = List.of(
            "\"type\": \"io.mehari.impl.text.CoreValues\", \"methods\": ["
                    + "{\"name\": \"<init>\", \"parameterTypes\": []}]",
            "\"type\": \"java.lang.Thread\", \"methods\": [{\"name\": \"ofVirtual\", \"parameterTypes\": []}]",
            "\"type\": \"java.lang.Thread$Builder$OfVirtual\", \"methods\": ["
                    + "{\"name\": \"name\", \"parameterTypes\": [\"java.lang.String\"]}, "
                    + "{\"name\": \"unstarted\", \"parameterTypes\": [\"java.lang.Runnable\"]}]");

    @Test
    void theMetadataIsWhatTheCodeReachesByReflection() throws Exception {
        check("core-api", classesOf(Exchange.class));
        List<ReflectiveCalls> core = classesOf(DefaultRoutingContext.class);
        check("core-impl", core);
        // The same classes, so they are not read twice.
        check(
                "core-impl/collect",
                core.stream()
                        .filter(each -> each.name().startsWith("io.mehari.collect."))
                        .toList());
        check("core-main", classesOf(Main.class));
        check("core-connector", classesOf(SendCompletion.class));
        check("components-queue", classesOf(SedaComponent.class));
    }

    @Test
    void everyPlaceThatUsesReflectionIsKnown() throws Exception {
        Set<String> found = new TreeSet<>();
        for (Class<?> module : List.of(
                Exchange.class,
                DefaultRoutingContext.class,
                Main.class,
                SendCompletion.class,
                SedaComponent.class,
                DefaultComponent.class,
                BeanComponent.class)) {
            for (ReflectiveCalls each : classesOf(module)) {
                if (each.isAny()) {
                    found.add(each.name().replaceFirst("\\$.*", ""));
                }
            }
        }
        assertThat(found).isEqualTo(PLACES.keySet());
    }

    private static void check(String module, List<ReflectiveCalls> classes) throws IOException {
        List<String> entries = new ArrayList<>();
        for (ReflectiveCalls each : classes) {
            if (each.name().endsWith("MXBean")) {
                entries.add("\"type\": \"" + each.name() + "\", \"allPublicMethods\": true");
            }
            each.fields()
                    .forEach((type, names) -> entries.add("\"type\": \"" + type + "\", \"fields\": ["
                            + names.stream()
                                    .map(name -> "{\"name\": \"" + name + "\"}")
                                    .collect(Collectors.joining(", "))
                            + "]"));
        }
        if (module.equals("core-impl")) {
            entries.addAll(BY_NAME);
        }
        if (entries.isEmpty()) {
            return;
        }
        String expected = entries.stream()
                .sorted()
                .collect(Collectors.joining(" },\n    { ", "{\n  \"reflection\": [\n    { ", " }\n  ]\n}\n"));
        Path file = Path.of("..", module, "src/main/resources/META-INF/native-image/io.mehari")
                .resolve("mehari-" + module.substring(module.lastIndexOf('/') + 1))
                .resolve("reachability-metadata.json");
        if (Boolean.getBoolean("mehari.docs.write")) {
            Files.createDirectories(file.getParent());
            Files.writeString(file, expected);
        }
        assertThat(file).as(REMEDY).exists().hasContent(expected);
    }

    private static List<ReflectiveCalls> classesOf(Class<?> module) throws IOException, URISyntaxException {
        Path place = Path.of(
                module.getProtectionDomain().getCodeSource().getLocation().toURI());
        if (Files.isDirectory(place)) {
            return classesBelow(place);
        }
        try (FileSystem jar = FileSystems.newFileSystem(place)) {
            return classesBelow(jar.getPath("/"));
        }
    }

    private static List<ReflectiveCalls> classesBelow(Path root) throws IOException {
        List<ReflectiveCalls> read = new ArrayList<>();
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file : files.filter(each -> each.toString().endsWith(".class"))
                    .filter(each -> !each.endsWith("module-info.class"))
                    .toList()) {
                ReflectiveCalls calls = new ReflectiveCalls();
                new ClassReader(Files.readAllBytes(file))
                        .accept(calls, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
                read.add(calls);
            }
        }
        return read;
    }
}
