package io.mehari.lab;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Compiles the sources of an experiment against the jars of a framework. */
final class Sources {
    private static final Pattern PACKAGE = Pattern.compile("(?m)^package\\s+([\\w.]+)\\s*;");
    private static final String JAVA = ".java";

    private Sources() {}

    /** The name of the class that a file declares. */
    static String className(Path source) throws IOException {
        Matcher named = PACKAGE.matcher(Files.readString(source));
        String simple = String.valueOf(source.getFileName()).replace(JAVA, "");
        return named.find() ? named.group(1) + "." + simple : simple;
    }

    /**
     * Compiles all files that end with {@code .java}, and copies all other files.
     *
     * @param roots files and folders
     */
    static Path compile(List<Path> roots, List<Path> classPath, Path out) throws IOException {
        Files.createDirectories(out);
        List<Path> sources = new ArrayList<>();
        for (Path root : roots) {
            if (!Files.exists(root)) {
                throw new IllegalArgumentException("There is no file or folder " + root);
            }
            collect(root, out, sources);
        }
        if (!sources.isEmpty()) {
            javac(sources, classPath, out);
        }
        return out;
    }

    private static void collect(Path root, Path out, List<Path> sources) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            for (Path each : files.filter(Files::isRegularFile).sorted().toList()) {
                if (each.toString().endsWith(JAVA)) {
                    sources.add(each);
                } else {
                    Path copy = out.resolve(root.relativize(each).toString());
                    Files.createDirectories(copy.resolveSibling("."));
                    Files.write(copy, Files.readAllBytes(each));
                }
            }
        }
    }

    private static void javac(List<Path> sources, List<Path> classPath, Path out) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        if (compiler == null) {
            throw new IllegalArgumentException("The lab compiles sources and needs a JDK: "
                    + System.getProperty("java.home") + " has no compiler");
        }
        String jars = classPath.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
        List<String> options = List.of("--release", "17", "-proc:none", "-nowarn", "-cp", jars, "-d", out.toString());
        StringWriter said = new StringWriter();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            boolean compiled = compiler.getTask(
                            said, files, null, options, null, files.getJavaFileObjectsFromPaths(sources))
                    .call();
            if (!compiled) {
                throw new IllegalArgumentException(
                        "These sources do not compile against the framework, so nothing was measured:\n" + said);
            }
        }
    }
}
