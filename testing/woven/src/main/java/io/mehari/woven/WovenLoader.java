package io.mehari.woven;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Loads Mehari woven, and the cases that use it as they are. A class loader rather than an agent: no flag is needed. */
final class WovenLoader extends URLClassLoader {
    private static final String CASES = "io.mehari.woven.cases.";
    private static final List<String> WOVEN =
            List.of("mehari-core-api", "mehari-core-impl", "mehari-connector", "mehari-components-queue");
    private static final List<String> FOLDERS = List.of("core-api", "core-impl", "core-connector", "components-queue");

    private final Map<String, byte[]> woven = new HashMap<>();

    WovenLoader(Weaver weaver) {
        super(classPath(), WovenLoader.class.getClassLoader());
        for (byte[] each : classes().values()) {
            byte[] code = weaver.weave(each);
            woven.put(new org.objectweb.asm.ClassReader(each).getClassName().replace('/', '.'), code);
        }
    }

    /** Initializes all woven classes: an Error in an initializer would make its class unusable for ever. */
    void initializeAll() throws ClassNotFoundException {
        for (String each : new java.util.TreeSet<>(woven.keySet())) {
            if (!each.endsWith("module-info") && !each.endsWith("package-info")) {
                Class.forName(each, true, this);
            }
        }
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!name.startsWith("io.mehari.") || (name.startsWith("io.mehari.woven.") && !name.startsWith(CASES))) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            if (loaded == null) {
                byte[] code = woven.get(name);
                loaded = code == null ? findClass(name) : defineClass(name, code, 0, code.length);
            }
            return loaded;
        }
    }

    private static URL[] classPath() {
        List<URL> urls = new ArrayList<>();
        try {
            for (String each : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
                urls.add(Path.of(each).toUri().toURL());
            }
        } catch (MalformedURLException e) {
            throw new UncheckedIOException(new IOException(e));
        }
        return urls.toArray(URL[]::new);
    }

    /** In the order of their names, so that the points have the same numbers each time. Changed classes come first. */
    private Map<String, byte[]> classes() {
        Map<String, byte[]> found = new TreeMap<>();
        for (String each : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            Path path = Path.of(each);
            if (isWoven(path)) {
                try {
                    read(path, found);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        }
        return found;
    }

    private static boolean isWoven(Path path) {
        String name = String.valueOf(path.getFileName());
        String text = path.toString().replace(File.separatorChar, '/');
        return text.endsWith("/planted")
                || WOVEN.stream().anyMatch(each -> name.startsWith(each + "-") || name.equals(each + ".jar"))
                || FOLDERS.stream().anyMatch(each -> text.endsWith(each + "/target/classes"));
    }

    private static void read(Path path, Map<String, byte[]> found) throws IOException {
        if (!Files.exists(path)) {
            return;
        }
        if (Files.isDirectory(path)) {
            readTree(path, found);
        } else {
            try (var jar = FileSystems.newFileSystem(path, (@Nullable ClassLoader) null)) {
                readTree(jar.getPath("/"), found);
            }
        }
    }

    private static void readTree(Path root, Map<String, byte[]> found) throws IOException {
        try (Stream<Path> all = Files.walk(root)) {
            for (Path each : all.filter(file -> file.toString().endsWith(".class")
                            && !file.toString().contains("META-INF"))
                    .toList()) {
                try (InputStream in = Files.newInputStream(each)) {
                    found.putIfAbsent(root.relativize(each).toString(), in.readAllBytes());
                }
            }
        }
    }
}
