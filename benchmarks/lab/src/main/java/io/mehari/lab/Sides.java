package io.mehari.lab;

import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Compiles what an experiment needs against each framework, and says what the JVMs of each side have. */
final class Sides {
    private final Change change;
    private final Path classes;
    private final List<Path> sources;
    private final boolean routes;

    /** Compiles into that folder, which is emptied first. */
    Sides(Change change, Path classes) throws IOException {
        this.change = change;
        this.classes = classes;
        this.sources = change.workload();
        this.routes = Files.readString(last(sources)).matches("(?s).*\\bextends\\s+(\\w+\\.)*RouteBuilder\\b.*");
        emptied(classes);
    }

    private static Path last(List<Path> paths) {
        return paths.get(paths.size() - 1);
    }

    /** The class with the operations. */
    String workload() throws IOException {
        return Sources.className(routes ? sources.get(0) : last(sources));
    }

    /** Before, before again and after, with these jars. */
    List<Side> of(List<Path> before, List<Path> after) throws IOException {
        List<String> flags = flags(change.beforeJvm());
        List<Path> path = classPath(Side.BEFORE, before, List.of());
        return List.of(
                new Side(Side.BEFORE, path, flags),
                new Side(Side.AGAIN, path, flags),
                new Side(Side.AFTER, edited(classPath(Side.AFTER, after, part(after))), flags(change.afterJvm())));
    }

    /** The framework with these jars, unchanged: one of several versions. */
    Side version(String name, List<Path> jars) throws IOException {
        return new Side(name, classPath(name, jars, List.of()), flags(change.beforeJvm()));
    }

    private List<String> flags(List<String> more) throws IOException {
        List<String> flags = new ArrayList<>();
        if (routes) {
            flags.add("-Dlab.routes=" + Sources.className(last(sources)));
        }
        flags.addAll(more);
        return flags;
    }

    private List<Path> classPath(String side, List<Path> framework, List<Path> part) throws IOException {
        List<Path> all = new ArrayList<>(sources);
        all.addAll(change.experiment().paths("laws"));
        List<Path> path = new ArrayList<>(part);
        path.add(Sources.compile(all, withTheLab(framework), classes.resolve("workload-" + side.replace(':', '-'))));
        path.addAll(withTheLab(framework));
        return path;
    }

    /** That class path, with the classes before it that the experiment edits. */
    private List<Path> edited(List<Path> path) throws IOException {
        List<Path> all = new ArrayList<>(path);
        if (!change.edits().isEmpty()) {
            all.add(0, Files.createDirectories(classes.resolve("edited")));
        }
        List<URL> urls = new ArrayList<>();
        for (Path each : all) {
            urls.add(each.toUri().toURL());
        }
        ClassLoader jdk = ClassLoader.getPlatformClassLoader();
        try (URLClassLoader framework = new URLClassLoader(urls.toArray(URL[]::new), jdk)) {
            for (Path description : change.edits()) {
                for (TypeEdit each : TypeEdit.read(description)) {
                    each.write(framework, all.get(0)); // another edit of the class finds it there
                }
            }
        }
        return all;
    }

    /** What goes first on the class path after the change. */
    private List<Path> part(List<Path> framework) throws IOException {
        List<Path> path = new ArrayList<>();
        List<Path> own = new ArrayList<>();
        for (Path each : change.part()) {
            if (!Files.exists(each)) {
                throw new IllegalArgumentException(
                        "The part " + each + " is not there: name a jar, a folder or a source");
            }
            (isOfSources(each) ? own : path).add(each);
        }
        if (!own.isEmpty()) {
            path.add(0, Sources.compile(own, withTheLab(framework), classes.resolve("part")));
        }
        return path;
    }

    private static boolean isOfSources(Path part) throws IOException {
        try (Stream<Path> files = Files.walk(part)) {
            return files.anyMatch(each -> each.toString().endsWith(".java"));
        }
    }

    /** The libraries of the framework come before those that are inside the lab's jar. */
    private static List<Path> withTheLab(List<Path> framework) {
        // A framework whose classes are also in the lab's jar, Mehari itself, needs a class path without them.
        String own = System.getProperty("mehari.forks", System.getProperty("java.class.path"));
        return Stream.concat(
                        framework.stream(),
                        Stream.of(own.split(File.pathSeparator, -1))
                                .map(each -> Path.of(each).toAbsolutePath()))
                .toList();
    }

    /** An empty folder there. */
    static Path emptied(Path folder) throws IOException {
        if (Files.exists(folder)) {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path each : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(each);
                }
            }
        }
        return Files.createDirectories(folder);
    }
}
