package io.mehari.woven;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Puts a call of {@link Point} before each allocation, also that of a constant that is used first, at the beginning of
 * each method, and before each call of a method that is not Mehari's own.
 */
final class Weaver {
    /*
     * Not woven: what runs when a class is initialized, since the JVM never initializes a class again after an Error;
     * methods that neither call nor allocate, whose frames are the smallest; and the methods of exempt.txt.
     */
    private static final String POINT = Type.getInternalName(Point.class);
    private static final String STACK_ROOM = "io/mehari/spi/internal/StackRoom";
    private static final String OWN = "io/mehari/";

    /** Calls that the JVM compiles to instructions, and constructors that do nothing. */
    private static final List<String> INSTRUCTIONS = List.of(
            "java/lang/Object.<init>",
            "java/lang/Object.getClass",
            "java/lang/Thread.currentThread",
            "java/lang/Thread.getId",
            "java/lang/Math.",
            "java/lang/System.nanoTime",
            "java/lang/System.arraycopy",
            "java/lang/String.length",
            "java/lang/String.charAt",
            "java/util/Objects.requireNonNull",
            "java/lang/invoke/VarHandle.",
            "java/util/concurrent/atomic/Atomic");

    /** Calls of others' methods that allocate nothing, so only the stack may be full. */
    private static final List<String> WITHOUT_MEMORY = List.of(
            "java/util/concurrent/CountDownLatch.countDown",
            "java/util/concurrent/locks/LockSupport.",
            "java/util/concurrent/locks/ReentrantLock.unlock",
            "com/lmax/disruptor/RingBuffer.",
            "com/lmax/disruptor/Sequence.",
            "java/lang/Thread.",
            "java/lang/Runnable.run",
            "java/util/function/",
            "java/lang/String.equals",
            "java/lang/String.startsWith",
            "java/lang/Class.");

    private static final List<String> READS = List.of(
            "size",
            "isEmpty",
            "get",
            "contains",
            "containsKey",
            "hasNext",
            "next",
            "peek",
            "peekLast",
            "poll",
            "pop",
            "remove",
            "clear",
            "equals",
            "hashCode",
            "intValue",
            "longValue",
            "booleanValue",
            "cancel",
            "isDone");

    private final Exempt exempt;
    private final List<Place> places = new ArrayList<>();

    Weaver(Exempt exempt) {
        this.exempt = exempt;
    }

    List<Place> places() {
        return places;
    }

    byte[] weave(byte[] code) {
        ClassReader reader = new ClassReader(code);
        Set<String> leaves = new HashSet<>();
        reader.accept(new Leaves(leaves), ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        reader.accept(new Woven(writer, reader.getClassName(), leaves), 0);
        return writer.toByteArray();
    }

    private static boolean isInstruction(String owner, String name) {
        String called = owner + "." + name;
        return INSTRUCTIONS.stream().anyMatch(called::startsWith);
    }

    private static boolean needsMemory(String owner, String name) {
        String called = owner + "." + name;
        return WITHOUT_MEMORY.stream().noneMatch(called::startsWith)
                && !(owner.startsWith("java/") && READS.contains(name));
    }

    /** Finds the methods that neither call nor allocate. */
    private static final class Leaves extends ClassVisitor {
        private final Set<String> leaves;

        Leaves(Set<String> leaves) {
            super(Opcodes.ASM9);
            this.leaves = leaves;
        }

        @Override
        public MethodVisitor visitMethod(
                int access, String name, String descriptor, @Nullable String generic, String @Nullable [] thrown) {
            String method = name + descriptor;
            leaves.add(method);
            return new MethodVisitor(Opcodes.ASM9) {
                @Override
                public void visitMethodInsn(int opcode, String owner, String called, String type, boolean isInterface) {
                    if (!isInstruction(owner, called)) {
                        leaves.remove(method);
                    }
                }

                @Override
                public void visitInvokeDynamicInsn(String called, String type, Handle bootstrap, Object... arguments) {
                    leaves.remove(method);
                }

                @Override
                public void visitTypeInsn(int opcode, String type) {
                    if (opcode == Opcodes.NEW || opcode == Opcodes.ANEWARRAY) {
                        leaves.remove(method);
                    }
                }

                @Override
                public void visitIntInsn(int opcode, int operand) {
                    if (opcode == Opcodes.NEWARRAY) {
                        leaves.remove(method);
                    }
                }
            };
        }
    }

    private final class Woven extends ClassVisitor {
        private final String type;
        private final Set<String> leaves;

        Woven(ClassWriter writer, String type, Set<String> leaves) {
            super(Opcodes.ASM9, writer);
            this.type = type;
            this.leaves = leaves;
        }

        @Override
        public MethodVisitor visitMethod(
                int access, String name, String descriptor, @Nullable String generic, String @Nullable [] thrown) {
            MethodVisitor to = super.visitMethod(access, name, descriptor, generic, thrown);
            boolean left = name.equals("<clinit>")
                    || (access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_BRIDGE | Opcodes.ACC_NATIVE)) != 0
                    || leaves.contains(name + descriptor)
                    || exempt.contains(type, name);
            return left ? to : new Points(to, type, name, !exempt.containsEntry(type, name));
        }
    }

    private final class Points extends MethodVisitor {
        private final String method;
        private final boolean hasEntry;
        private int line;
        private int entry = -1;

        Points(MethodVisitor to, String type, String name, boolean hasEntry) {
            super(Opcodes.ASM9, to);
            this.hasEntry = hasEntry;
            method = type.replace('/', '.') + "." + name;
        }

        private void point(Place.Kind kind) {
            int number = places.size();
            places.add(new Place(number, kind, method + ":" + line));
            super.visitLdcInsn(number);
            super.visitMethodInsn(Opcodes.INVOKESTATIC, POINT, "at", "(I)V", false);
        }

        @Override
        public void visitCode() {
            super.visitCode();
            if (hasEntry) {
                entry = places.size();
                point(Place.Kind.ENTRY);
            }
        }

        @Override
        public void visitLineNumber(int number, Label start) {
            line = number;
            if (entry >= 0) {
                places.set(entry, new Place(entry, Place.Kind.ENTRY, method + ":" + line));
                entry = -1;
            }
            super.visitLineNumber(number, start);
        }

        @Override
        public void visitTypeInsn(int opcode, String type) {
            super.visitTypeInsn(opcode, type);
            if (opcode == Opcodes.NEW || opcode == Opcodes.ANEWARRAY) { // after it: frames name its position
                point(Place.Kind.ALLOCATION);
            }
        }

        @Override
        public void visitIntInsn(int opcode, int operand) {
            if (opcode == Opcodes.NEWARRAY) {
                point(Place.Kind.ALLOCATION);
            }
            super.visitIntInsn(opcode, operand);
        }

        @Override
        public void visitMultiANewArrayInsn(String descriptor, int dimensions) {
            point(Place.Kind.ALLOCATION);
            super.visitMultiANewArrayInsn(descriptor, dimensions);
        }

        @Override
        public void visitInvokeDynamicInsn(String name, String descriptor, Handle bootstrap, Object... arguments) {
            point(Place.Kind.ALLOCATION);
            super.visitInvokeDynamicInsn(name, descriptor, bootstrap, arguments);
        }

        /** A text or a class needs memory when it is used first. */
        @Override
        public void visitLdcInsn(Object value) {
            if (value instanceof String || value instanceof Type) {
                point(Place.Kind.ALLOCATION);
            }
            super.visitLdcInsn(value);
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
            if (!owner.startsWith(OWN)
                    && !isInstruction(owner, name)
                    && !(name.equals("<init>") && isOfThrown(owner))) {
                point(needsMemory(owner, name) ? Place.Kind.CALL : Place.Kind.CALL_WITHOUT_MEMORY);
            }
            boolean claims = owner.equals(STACK_ROOM) && name.equals("claim");
            if (claims) {
                super.visitInsn(Opcodes.DUP);
            }
            super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
            if (claims) {
                super.visitMethodInsn(Opcodes.INVOKESTATIC, POINT, "claimed", "(I)V", false);
            }
        }
    }

    /** Their constructors have a point before already: that of the allocation. */
    private static boolean isOfThrown(String type) {
        return type.endsWith("Exception") || type.endsWith("Error");
    }
}
