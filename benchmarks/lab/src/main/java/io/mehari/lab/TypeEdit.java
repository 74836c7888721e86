package io.mehari.lab;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.commons.ClassRemapper;
import org.objectweb.asm.commons.Remapper;

/**
 * Replaces a type by another one in one class, wherever fields and methods of the class declare, allocate or call it.
 *
 * @param type the class to change
 * @param old the type that the class mentions
 * @param replacement the type that it mentions afterwards
 * @param members fields and methods that must mention the old type; otherwise it is not the described class
 */
record TypeEdit(String type, String old, String replacement, List<String> members) {
    private static final String CLASS = ".class";
    private static final String HEAD = "replace (\\S+) with (\\S+)";
    private static final String PLACE = "in (\\S+) at (\\S.*)";

    /** The class does not match the description of its edit. */
    static final class Unfit extends IOException {
        Unfit(String message) {
            super(message);
        }
    }

    /** Reads a description: {@code replace A with B}, and below it lines with {@code in CLASS at MEMBER MEMBER}. */
    static List<TypeEdit> read(Path description) throws IOException {
        List<TypeEdit> edits = new ArrayList<>();
        String head = "";
        for (String each : Files.readAllLines(description)) {
            String line = each.strip();
            if (line.matches(HEAD)) {
                head = line;
            } else if (line.matches(PLACE) && !head.isEmpty()) {
                edits.add(new TypeEdit(
                        line.replaceFirst(PLACE, "$1"),
                        head.replaceFirst(HEAD, "$1"),
                        head.replaceFirst(HEAD, "$2"),
                        List.of(line.replaceFirst(PLACE, "$2").split("\\s+", -1))));
            } else if (!line.isEmpty() && !line.startsWith("#")) {
                throw new Unfit(description + " has a line that is not understood: " + line
                        + "\nWrite: replace A with B, and below it: in CLASS at MEMBER MEMBER");
            }
        }
        if (edits.isEmpty()) {
            throw new Unfit(description + " describes no edit."
                    + "\nWrite: replace A with B, and below it: in CLASS at MEMBER MEMBER");
        }
        return edits;
    }

    /** Edits the class, which that loader finds, and writes it into a folder. */
    void write(ClassLoader framework, Path folder) throws IOException {
        byte[] edited = apply(bytes(framework, type));
        bytes(framework, replacement);
        Path file = folder.resolve(type.replace('.', '/') + CLASS);
        Files.createDirectories(file.resolveSibling("."));
        Files.write(file, edited);
    }

    private byte[] bytes(ClassLoader framework, String name) throws IOException {
        try (InputStream in = framework.getResourceAsStream(name.replace('.', '/') + CLASS)) {
            if (in == null) {
                throw unfit("there is no class " + name + " on the class path");
            }
            return in.readAllBytes();
        }
    }

    /** The bytes of the class after the edit. */
    byte[] apply(byte[] before) throws Unfit {
        ClassWriter after = new ClassWriter(0);
        Renaming renaming = new Renaming(after);
        new ClassReader(before).accept(renaming, 0);
        for (String each : members) {
            if (!renaming.changed.contains(each)) {
                throw unfit("its member " + each + " does not mention " + old);
            }
        }
        return after.toByteArray();
    }

    /** Creates an exception that tells what does not fit, and what to do. */
    Unfit unfit(String reason) {
        return new Unfit("The edit of " + type + " does not fit: " + reason + "."
                + "\nThe description is for another version of the framework: measure that one, or correct the"
                + " description (javap -p -c -cp JAR " + type + " shows the members).");
    }

    /** Renames the type, and records the members in which it did so. */
    private final class Renaming extends ClassRemapper {
        private final Set<String> changed;

        Renaming(ClassVisitor next) {
            this(next, new Names());
        }

        private Renaming(ClassVisitor next, Names names) {
            super(Opcodes.ASM9, next, names);
            this.changed = names.changed;
        }

        @Override
        public FieldVisitor visitField(int access, String name, String descriptor, String signature, Object value) {
            ((Names) remapper).member = name;
            return super.visitField(access, name, descriptor, signature, value);
        }

        @Override
        public MethodVisitor visitMethod(
                int access, String name, String descriptor, String signature, String[] exceptions) {
            ((Names) remapper).member = name;
            return super.visitMethod(access, name, descriptor, signature, exceptions);
        }
    }

    private final class Names extends Remapper {
        private final Set<String> changed = new HashSet<>();
        private String member = "";

        Names() {
            super(Opcodes.ASM9);
        }

        @Override
        public String map(String name) {
            if (!name.equals(old.replace('.', '/'))) {
                return name;
            }
            changed.add(member);
            return replacement.replace('.', '/');
        }
    }
}
