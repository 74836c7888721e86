package io.mehari.lab.fork;

import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.nio.file.Path;
import java.security.ProtectionDomain;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Changes classes of a framework when they are loaded. A file describes the edits: {@code -javaagent:agent.jar=FILE}.
 * Each edit is tried before the program starts. If one does not fit, the JVM ends, so that an unchanged framework is
 * not measured by mistake.
 */
public final class EditAgent implements ClassFileTransformer {
    private final List<TypeEdit> edits;

    private EditAgent(List<TypeEdit> edits) {
        this.edits = edits;
    }

    /** The JVM calls it before the program's main. */
    public static void premain(String description, Instrumentation jvm) {
        try {
            List<TypeEdit> edits = TypeEdit.read(Path.of(description));
            for (TypeEdit each : edits) {
                check(each);
            }
            jvm.addTransformer(new EditAgent(edits));
        } catch (IOException e) {
            end(e);
        }
    }

    private static void check(TypeEdit edit) throws IOException {
        edit.apply(bytes(edit, edit.type()));
        bytes(edit, edit.replacement());
    }

    private static byte[] bytes(TypeEdit edit, String type) throws IOException {
        try (InputStream in = ClassLoader.getSystemResourceAsStream(type.replace('.', '/') + ".class")) {
            if (in == null) {
                throw edit.unfit("there is no class " + type + " on the class path");
            }
            return in.readAllBytes();
        }
    }

    /** The JVM hides exceptions of an agent, so this prints the reason. */
    private static void end(IOException reason) {
        System.err.println(reason.getMessage());
        System.err.flush();
        Runtime.getRuntime().halt(1);
    }

    @Override
    public byte @Nullable [] transform(
            @Nullable ClassLoader loader,
            @Nullable String name,
            @Nullable Class<?> redefined,
            @Nullable ProtectionDomain domain,
            byte[] before) {
        byte[] after = null;
        for (TypeEdit each : edits) {
            if (each.type().replace('.', '/').equals(name)) {
                try {
                    after = each.apply(after == null ? before : after);
                } catch (IOException e) {
                    end(e);
                }
            }
        }
        return after;
    }
}
