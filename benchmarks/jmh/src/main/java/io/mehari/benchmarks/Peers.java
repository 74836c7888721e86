package io.mehari.benchmarks;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Loads our code together with one release of a peer, so that one run can measure several releases. Each measurement
 * still has its own JVM, because JMH forks.
 */
public final class Peers {

    /** The folder with a folder of jars for each peer. The system property {@code mehari.peers} overrides it. */
    private static final String FOLDER = "target/peers";

    private Peers() {}

    /** A new instance of that class, linked against the jars of that peer. */
    public static <T> T load(String peer, String className, Class<T> type) {
        try {
            Class<?> loaded = new PeerLoader(jars(peer)).loadClass(className);
            Thread.currentThread().setContextClassLoader(loaded.getClassLoader());
            return type.cast(loaded.getDeclaredConstructor().newInstance());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("Cannot make " + className + " with the jars of " + peer, e);
        }
    }

    private static URL[] jars(String peer) {
        Path folder = folder().resolve(peer);
        if (!Files.isDirectory(folder)) {
            throw new IllegalStateException("There are no jars of " + peer + " in " + folder
                    + ": fetch them with mvn -Ppeers -pl :mehari-peers -amd package");
        }
        try (Stream<Path> files = Files.list(folder)) {
            List<URL> urls = files.filter(file -> file.toString().endsWith(".jar"))
                    .sorted()
                    .map(Peers::url)
                    .toList();
            return urls.toArray(URL[]::new);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static URL url(Path file) {
        try {
            return file.toUri().toURL();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * The folder that all benchmarks share. It is found from the location of this class, which is in a jar or a folder
     * in the target folder of a module.
     */
    private static Path folder() {
        String given = System.getProperty("mehari.peers");
        if (given != null) {
            return Path.of(given);
        }
        try {
            Path here = Path.of(Peers.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
            return here.resolve("../../../" + FOLDER).normalize();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Defines our classes in the package of a peer itself, so that they see the peer's jars. It loads libraries that
     * both use from the peer's jars, such as another version of the Disruptor.
     */
    private static final class PeerLoader extends URLClassLoader {
        private static final String OURS = "io.mehari.benchmarks.camel.";
        private static final String SHARED = "com.lmax.disruptor.";

        PeerLoader(URL[] jars) {
            super(jars, Peers.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            synchronized (getClassLoadingLock(name)) {
                boolean loaded = findLoadedClass(name) != null;
                if (name.startsWith(OURS) && !loaded) {
                    return define(name);
                }
                if (name.startsWith(SHARED) && !loaded) {
                    return findClass(name);
                }
            }
            return super.loadClass(name, resolve);
        }

        private Class<?> define(String name) throws ClassNotFoundException {
            String file = name.replace('.', '/') + ".class";
            try (InputStream in = Peers.class.getClassLoader().getResourceAsStream(file)) {
                if (in == null) {
                    throw new ClassNotFoundException(name);
                }
                byte[] code = in.readAllBytes();
                return defineClass(name, code, 0, code.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }
}
