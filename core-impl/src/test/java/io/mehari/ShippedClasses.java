package io.mehari;

import io.mehari.impl.exchange.DefaultExchange;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.objectweb.asm.ClassReader;

/** The compiled classes of core-api and core-impl, from a folder or from a jar. */
final class ShippedClasses {

    private ShippedClasses() {}

    static List<ClassReader> read() {
        List<ClassReader> all = new ArrayList<>();
        for (Class<?> one : List.of(Exchange.class, DefaultExchange.class)) {
            try {
                readFrom(one.getProtectionDomain().getCodeSource().getLocation().toURI(), all);
            } catch (IOException | URISyntaxException e) {
                throw new AssertionError(e);
            }
        }
        return all;
    }

    private static void readFrom(URI place, List<ClassReader> to) throws IOException {
        Path path = Path.of(place);
        if (Files.isDirectory(path)) {
            readBelow(path, to);
            return;
        }
        try (FileSystem jar = FileSystems.newFileSystem(path)) {
            readBelow(jar.getPath("/"), to);
        }
    }

    private static void readBelow(Path root, List<ClassReader> to) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            files.filter(file -> file.toString().endsWith(".class"))
                    .filter(file -> !file.endsWith("module-info.class"))
                    .sorted()
                    .map(ShippedClasses::reader)
                    .forEach(to::add);
        }
    }

    private static ClassReader reader(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            return new ClassReader(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The class of that internal name ({@code java/util/Map}), not initialized. */
    static Class<?> load(String internalName) {
        try {
            return Class.forName(internalName.replace('/', '.'), false, ShippedClasses.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            throw new AssertionError(e);
        }
    }
}
