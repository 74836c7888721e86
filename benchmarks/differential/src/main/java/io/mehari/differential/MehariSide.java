package io.mehari.differential;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/**
 * Creates the side that runs on Mehari from the sources of the side that runs on Camel: rewrites them with the
 * replacement rules on the page about porting, and compiles them. So both sides have the same sources, and this also
 * tests the rules.
 */
final class MehariSide {
    private static final List<String> SOURCES = List.of("CamelSide", "CaseRoutes", "Texts", "Inflight");
    private static final String PACKAGE = "io.mehari.differential.";

    private MehariSide() {}

    static Side make(Path root) throws IOException, ReflectiveOperationException {
        Path folder = Files.createTempDirectory("differential");
        List<Path> sources = new ArrayList<>();
        List<String> names = names(root.resolve("docs/guide/porting.md"));
        for (String each : SOURCES) {
            Path source = folder.resolve(each + ".java");
            Files.writeString(source, rewritten(source(each), names));
            sources.add(source);
        }
        compile(sources, folder);
        ClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()}, MehariSide.class.getClassLoader());
        return (Side) loader.loadClass(PACKAGE + "mehari.CamelSide")
                .getDeclaredConstructor()
                .newInstance();
    }

    private static String source(String name) throws IOException {
        try (InputStream in = MehariSide.class.getResourceAsStream("camel/" + name + ".java")) {
            if (in == null) {
                throw new IOException("camel/" + name + ".java is not in the folder of the classes");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** The lines of the block with that name. */
    private static List<String> names(Path page) throws IOException {
        List<String> lines = Files.readAllLines(page);
        int begin = lines.indexOf("<!-- names.sed -->") + 2;
        return lines.subList(begin, begin + lines.subList(begin, lines.size()).indexOf("```"));
    }

    private static String rewritten(String source, List<String> names) {
        String text = source.replace("package " + PACKAGE + "camel;", "package " + PACKAGE + "mehari;");
        for (String each : names) {
            String[] parts = each.split("/", -1); // s/old/new/ or s/old/new/g
            String with = parts[2].replaceAll("\\\\([0-9])", "\\$$1"); // a group is \1 in sed and $1 in Java
            text = text.replaceAll(parts[1], with);
        }
        return text;
    }

    private static void compile(List<Path> sources, Path folder) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter said = new StringWriter();
        List<String> options =
                List.of("-classpath", System.getProperty("java.class.path"), "-proc:none", "-d", folder.toString());
        try (var files = compiler.getStandardFileManager(null, null, null)) {
            if (!compiler.getTask(said, files, null, options, null, files.getJavaFileObjectsFromPaths(sources))
                    .call()) {
                throw new IOException("The sources for Camel, rewritten for Mehari, do not compile:\n" + said);
            }
        }
    }
}
