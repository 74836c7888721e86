package io.mehari.subjects.run;

import io.mehari.engine.Jvm;
import io.mehari.subjects.Contender;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** What the JVM of a subject needs. */
final class Peers {
    private Peers() {}

    /** Whether the jars of that subject exist, if it needs any. */
    static boolean isThere(String subject) {
        @Nullable String jars = Contender.of(subject).jars();
        return jars == null || Jvm.hasPeers(jars);
    }

    /** The JVM with the jars of that subject. */
    static Jvm first(Jvm jvm, String subject) {
        @Nullable String jars = Contender.of(subject).jars();
        return jars == null ? jvm.named(subject) : jvm.named(subject).peers(jars);
    }

    /**
     * The flags with which JMH starts its forks: without them, a benchmark that returns a value may be inlined into the
     * loop around it.
     */
    static String[] compilerHints() {
        try (@Nullable InputStream hints = Peers.class.getResourceAsStream("/META-INF/CompilerHints")) {
            if (hints == null) {
                throw new IllegalStateException("There is no META-INF/CompilerHints, which the build of JMH makes");
            }
            Path file = Files.createTempFile("jmh", ".hints");
            file.toFile().deleteOnExit();
            Files.writeString(
                    file,
                    "quiet\ninline,org/openjdk/jmh/infra/Blackhole.consume\n"
                            + "dontinline,org/openjdk/jmh/infra/Blackhole.consumeCPU\n"
                            + "blackhole,org/openjdk/jmh/infra/Blackhole.consumeCompiler\n"
                            + new String(hints.readAllBytes(), StandardCharsets.UTF_8));
            return new String[] {
                "-XX:+UnlockDiagnosticVMOptions",
                "-XX:+UnlockExperimentalVMOptions",
                "-DcompilerBlackholesEnabled=true",
                "-XX:CompileCommandFile=" + file
            };
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
