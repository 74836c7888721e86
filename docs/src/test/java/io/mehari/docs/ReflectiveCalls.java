package io.mehari.docs;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Which calls of a class reach other code by name, and for which fields it makes handles. */
final class ReflectiveCalls extends ClassVisitor {
    private static final Map<String, String> REFLECTIVE = Map.of(
            "java/lang/Class",
            "forName|getMethods?|getConstructors?|getFields?|getDeclared.*|getRecordComponents|getResource.*"
                    + "|getPermittedSubclasses|getNestMembers|arrayType",
            "java/lang/ClassLoader",
            "loadClass|getResource.*|getSystemResource.*|resources",
            "java/lang/Module",
            "getResource.*",
            "java/util/ServiceLoader",
            "load.*",
            "java/util/ResourceBundle",
            "getBundle",
            "java/lang/reflect/Proxy",
            "newProxyInstance|getProxyClass",
            "java/lang/reflect/Array",
            "newInstance",
            "java/io/ObjectInputStream",
            ".*",
            "java/lang/invoke/MethodHandles$Lookup",
            "find(Static|Virtual|Constructor|Special|Class|Getter|Setter|Static.*)|unreflect.*|define.*");

    private String name = "";
    private boolean isRecord;
    private boolean isAny;
    private final Map<String, Set<String>> fields = new TreeMap<>();

    ReflectiveCalls() {
        super(Opcodes.ASM9);
    }

    String name() {
        return name;
    }

    boolean isRecord() {
        return isRecord;
    }

    boolean isAny() {
        return isAny;
    }

    /** The names of fields with a handle, by the class that has them. */
    Map<String, Set<String>> fields() {
        return fields;
    }

    @Override
    public void visit(int version, int access, String type, String signature, String superName, String[] interfaces) {
        name = type.replace('/', '.');
        isRecord = "java/lang/Record".equals(superName);
    }

    @Override
    public MethodVisitor visitMethod(
            int access, String method, String descriptor, String signature, String[] exceptions) {
        return new Calls();
    }

    private final class Calls extends MethodVisitor {
        // What the method has loaded since it last made a handle or a lookup: the class, if it names it, and the name.
        private final List<Object> constants = new ArrayList<>();

        Calls() {
            super(Opcodes.ASM9);
        }

        @Override
        public void visitLdcInsn(Object value) {
            constants.add(value);
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String method, String descriptor, boolean isInterface) {
            String reflective = REFLECTIVE.get(owner);
            isAny |= reflective != null && method.matches(reflective);
            if (method.equals("findVarHandle")) {
                handleOf(className());
            } else if (owner.equals("io/mehari/impl/base/VarHandles")) {
                handleOf(name);
            } else if (method.equals("lookup")) {
                constants.clear();
            }
        }

        private String className() {
            return constants.stream()
                    .filter(Type.class::isInstance)
                    .map(each -> ((Type) each).getClassName())
                    .findFirst()
                    .orElse(name);
        }

        private void handleOf(String type) {
            constants.stream()
                    .filter(String.class::isInstance)
                    .forEach(field ->
                            fields.computeIfAbsent(type, any -> new TreeSet<>()).add((String) field));
            constants.clear();
        }
    }
}
