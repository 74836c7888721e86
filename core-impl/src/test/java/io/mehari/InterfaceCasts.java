package io.mehari;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Finds, in compiled classes, each place where the JVM has to ask whether an object implements an interface. */
final class InterfaceCasts extends ClassVisitor {
    /*
     * Four kinds of places: checkcast and instanceof; an array of interfaces, since each store into it is checked; and
     * a lambda or method reference of which an argument is narrowed to an interface: the class that the JVM makes for
     * it casts, though no instruction says so.
     */

    /** @param method of a lambda's body: the method it stands in */
    record Site(String type, String method, String target) {
        /** For the list of exceptions: where, without the target. */
        String place() {
            return type + "." + method;
        }

        @Override
        public String toString() {
            return place() + " -> " + target;
        }
    }

    private final List<Site> sites = new ArrayList<>();
    private String type = "";

    private InterfaceCasts() {
        super(Opcodes.ASM9);
    }

    static List<Site> in(ClassReader reader) {
        InterfaceCasts casts = new InterfaceCasts();
        reader.accept(casts, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        return casts.sites;
    }

    @Override
    public void visit(int version, int access, String name, String signature, String superName, String[] interfaces) {
        type = name.replace('/', '.');
    }

    @Override
    public MethodVisitor visitMethod(
            int access, String name, String descriptor, String signature, String[] exceptions) {
        return new MethodVisitor(Opcodes.ASM9) {
            @Override
            public void visitTypeInsn(int opcode, String target) {
                if (opcode == Opcodes.CHECKCAST || opcode == Opcodes.INSTANCEOF || opcode == Opcodes.ANEWARRAY) {
                    found(name, Type.getObjectType(target));
                }
            }

            @Override
            public void visitMultiANewArrayInsn(String array, int dimensions) {
                found(name, Type.getType(array));
            }

            @Override
            public void visitInvokeDynamicInsn(String called, String descriptor, Handle bootstrap, Object... args) {
                if (bootstrap.getOwner().equals("java/lang/invoke/LambdaMetafactory")) {
                    narrowed(name, (Type) args[0], (Type) args[2]);
                }
            }
        };
    }

    private void narrowed(String method, Type general, Type special) {
        Type[] from = general.getArgumentTypes();
        Type[] to = special.getArgumentTypes();
        for (int i = 0; i < from.length; i++) {
            if (!from[i].equals(to[i])) {
                found(method, to[i]);
            }
        }
    }

    private void found(String method, Type target) {
        Type element = target.getSort() == Type.ARRAY ? target.getElementType() : target;
        if (element.getSort() == Type.OBJECT
                && ShippedClasses.load(element.getInternalName()).isInterface()) {
            sites.add(new Site(type, withoutLambda(method), target.getClassName()));
        }
    }

    private static String withoutLambda(String method) {
        return method.startsWith("lambda$") ? method.substring(7, method.lastIndexOf('$')) : method;
    }
}
