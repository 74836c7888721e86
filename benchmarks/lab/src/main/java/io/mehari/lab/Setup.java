package io.mehari.lab;

import io.mehari.lab.fork.EditAgent;
import io.mehari.report.BadOption;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/** The JVMs of a request: their class paths with everything compiled, and their options. */
final class Setup {
    /** Every measuring JVM has this heap, and otherwise the default options. */
    static final List<String> HEAP = List.of("-Xms1g", "-Xmx1g");

    private final Request request;
    private final Map<Role, List<Path>> classPaths = new EnumMap<>(Role.class);
    private final List<Path> own;
    private final String workload;
    private final String options;
    private final List<Path> edits;
    private @Nullable Path agent;

    private Setup(Request request, List<Path> own) throws IOException {
        this.request = request;
        this.own = own;
        this.edits = request.noChange() ? List.of() : request.experiment().paths("agent");
        List<Path> sources = workloadSources();
        Path last = sources.get(sources.size() - 1);
        boolean routes = request.routes() != null
                && Files.readString(last).matches("(?s).*\\bextends\\s+(\\w+\\.)*RouteBuilder\\b.*");
        this.workload = Sources.className(routes ? sources.get(0) : last);
        this.options = routes ? "-Dlab.routes=" + Sources.className(last) : "";
    }

    /** Compiles everything that the request needs into that folder. */
    static Setup of(Request request, Frameworks frameworks, Path classes) throws IOException, InterruptedException {
        return of(request, frameworks.jars(request.before()), frameworks.jars(request.after()), classes);
    }

    /** Does the same with jars in addition to those of the framework. */
    static Setup of(Request request, List<Path> before, List<Path> after, Path classes) throws IOException {
        Setup setup = new Setup(request, classPathOfTheLab());
        delete(classes);
        setup.classPaths.put(Role.BEFORE, setup.classPath("before", before, List.of(), classes));
        setup.classPaths.put(Role.AGAIN, setup.classPath("before", before, List.of(), classes));
        setup.classPaths.put(Role.AFTER, setup.classPath("after", after, setup.part(after, classes), classes));
        if (!setup.edits.isEmpty()) {
            setup.agent = agentJar(classes.resolve("agent.jar"));
        }
        return setup;
    }

    /**
     * Writes a jar that only names the agent. The class of the agent is on the class path, like the other classes of
     * the lab.
     */
    private static Path agentJar(Path jar) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(new Attributes.Name("Premain-Class"), EditAgent.class.getName());
        Files.createDirectories(jar.resolveSibling("."));
        new JarOutputStream(Files.newOutputStream(jar), manifest).close();
        return jar;
    }

    private static List<Path> classPathOfTheLab() {
        // A framework whose classes are also in the lab's jar, Mehari itself, needs a class path without them.
        String path = System.getProperty("mehari.forks", System.getProperty("java.class.path"));
        return Stream.of(path.split(File.pathSeparator, -1))
                .map(each -> Path.of(each).toAbsolutePath())
                .toList();
    }

    private List<Path> workloadSources() {
        String routes = request.routes();
        if (routes == null) {
            List<Path> named = request.experiment().paths("workload");
            if (named.isEmpty()) {
                request.experiment().text("workload"); // refuses the framework by name
            }
            return named;
        }
        List<Path> sources = new ArrayList<>(request.experiment().paths("routes.workload"));
        sources.add(Path.of(routes).toAbsolutePath());
        return sources;
    }

    /** The part that goes first on the class path after the change. */
    private List<Path> part(List<Path> framework, Path classes) throws IOException {
        if (request.noChange()) {
            return List.of();
        }
        String given = request.part();
        List<Path> parts = given == null
                ? request.experiment().paths("part")
                : Stream.of(given.split(File.pathSeparator, -1))
                        .map(each -> Path.of(each).toAbsolutePath())
                        .toList();
        List<Path> path = new ArrayList<>();
        List<Path> sources = new ArrayList<>();
        for (Path each : parts) {
            if (!Files.exists(each)) {
                throw new BadOption("The part " + each + " is not there: name a jar, a folder or a source");
            }
            (isOfSources(each) ? sources : path).add(each);
        }
        if (!sources.isEmpty()) {
            path.add(0, Sources.compile(sources, with(framework), classes.resolve("part")));
        }
        return path;
    }

    private static boolean isOfSources(Path part) throws IOException {
        if (!Files.isDirectory(part)) {
            return part.toString().endsWith(".java");
        }
        try (Stream<Path> files = Files.walk(part)) {
            return files.anyMatch(each -> each.toString().endsWith(".java"));
        }
    }

    private List<Path> classPath(String side, List<Path> framework, List<Path> part, Path classes) throws IOException {
        List<Path> sources = new ArrayList<>(workloadSources());
        sources.addAll(request.experiment().paths("maps"));
        Path workloads = Sources.compile(sources, with(framework), classes.resolve("workload-" + side));
        List<Path> path = new ArrayList<>(part);
        path.add(workloads);
        path.addAll(with(framework));
        return path;
    }

    /** The libraries of the framework come before those that are inside the lab's jar. */
    private List<Path> with(List<Path> framework) {
        List<Path> path = new ArrayList<>(framework);
        path.addAll(own);
        return path;
    }

    /** The command that starts a JVM for that role. */
    List<String> command(Role role, List<String> flags, String main, List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(request.jdk().resolve("bin").resolve("java").toString());
        command.addAll(HEAP);
        command.addAll(flags);
        if (!options.isEmpty()) {
            command.add(options);
        }
        command.addAll(role == Role.AFTER ? request.afterJvm() : request.beforeJvm());
        if (role == Role.AFTER && agent != null) {
            command.add("-javaagent:" + agent + "=" + edits.get(0));
        }
        command.add("-cp");
        command.add(classPaths.getOrDefault(role, List.of()).stream()
                .map(Path::toString)
                .collect(Collectors.joining(File.pathSeparator)));
        command.add(main);
        command.addAll(arguments);
        return command;
    }

    /** The name of the class with the operations. */
    String workload() {
        return workload;
    }

    /** A hash of everything that runs, so that an interrupted run continues only with the same code. */
    String fingerprint() throws IOException {
        CRC32 sum = new CRC32();
        List<List<Path>> all = new ArrayList<>(classPaths.values());
        all.add(edits);
        for (List<Path> each : all) {
            for (Path path : each) {
                try (Stream<Path> files = Files.walk(path)) {
                    for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                        sum.update(Files.readAllBytes(file));
                    }
                }
            }
        }
        return Long.toHexString(sum.getValue());
    }

    /** Deletes a folder with its contents, if it exists. */
    static void delete(Path folder) throws IOException {
        if (Files.exists(folder)) {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path each : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(each);
                }
            }
        }
    }
}
