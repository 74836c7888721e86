package io.mehari.differential;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.ToolProvider;

/**
 * Creates the side that runs on Mehari from the sources of the side that runs on Camel: rewrites them with the
 * replacement rules of {@code ./porting}, and compiles them. So both sides have the same sources, and this also
 * tests the rules.
 */
final class MehariSide {
    private static final List<String> SOURCES = List.of("CamelSide", "CaseRoutes", "Texts", "Inflight");
    private static final String PACKAGE = "io.mehari.differential.";

    private MehariSide() {}

    static Side make(Path root) throws IOException, ReflectiveOperationException {
        Path folder = Files.createTempDirectory("differential");
        List<Path> sources = new ArrayList<>();
        List<String> names = Files.readAllLines(root.resolve("docs/src/main/porting/names.sed"));
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

    private static String rewritten(String source, List<String> names) {
        String text = source.replace("package " + PACKAGE + "camel;", "package " + PACKAGE + "mehari;");
        for (String each : names) {
            String[] parts = each.split("/", -1); // s/old/new/, s/old/new/g, or /old/d for a line
            if (parts[0].isEmpty()) {
                continue; // a line with a name that no side uses
            }
            String with = parts[2].replaceAll("\\\\([0-9])", "\\$$1"); // a group is \1 in sed and $1 in Java
            text = text.replaceAll(parts[1], with);
        }
        return text;
    }

    private static void compile(List<Path> sources, Path folder) throws IOException {
        List<String> arguments = new ArrayList<>(List.of("-proc:none", "-d", folder.toString()));
        arguments.addAll(List.of("-cp", System.getProperty("java.class.path")));
        sources.forEach(each -> arguments.add(each.toString()));
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        if (ToolProvider.getSystemJavaCompiler().run(null, said, said, arguments.toArray(String[]::new)) != 0) {
            throw new IOException("The sources for Camel, rewritten for Mehari, do not compile:\n" + said);
        }
    }
}
