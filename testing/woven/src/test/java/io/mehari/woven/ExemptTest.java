package io.mehari.woven;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** What is exempt from law S4's proof stays few and small. */
class ExemptTest {
    private static final int MOST_METHODS = 12;
    private static final int MOST_ENTRIES = 10;
    private static final int MOST_CALLS = 8;

    @Test
    void s4_exemptMethodsAllocateNothingAndCallLittle() throws IOException {
        List<String> wrong = new ArrayList<>();
        int methods = 0;
        for (Map.Entry<String, String> each : Exempt.read().reasons().entrySet()) {
            assertThat(each.getValue()).as(each.getKey()).isNotBlank();
            boolean entry = each.getKey().startsWith("entry ");
            methods += entry ? 0 : 1;
            wrong.addAll(complaints(each.getKey().replace("entry ", ""), entry));
        }
        assertThat(wrong).isEmpty();
        assertThat(methods).isLessThanOrEqualTo(MOST_METHODS);
        assertThat(Exempt.read().reasons().size() - methods).isLessThanOrEqualTo(MOST_ENTRIES);
    }

    private static List<String> complaints(String method, boolean entry) throws IOException {
        int dot = method.lastIndexOf('.');
        String type = method.substring(0, dot).replace('.', '/');
        List<String> wrong = new ArrayList<>();
        boolean[] found = {false};
        try (InputStream in = ExemptTest.class.getResourceAsStream("/" + type + ".class")) {
            assertThat(in).as("the class of " + method).isNotNull();
            new ClassReader(in)
                    .accept(
                            new ClassVisitor(Opcodes.ASM9) {
                                @Override
                                public @Nullable MethodVisitor visitMethod(
                                        int access,
                                        String name,
                                        String descriptor,
                                        @Nullable String generic,
                                        String @Nullable [] thrown) {
                                    if (!name.equals(method.substring(dot + 1))) {
                                        return null;
                                    }
                                    found[0] = true;
                                    return entry ? null : new Counting(method, wrong);
                                }
                            },
                            0);
        }
        if (!found[0]) {
            wrong.add(method + " does not exist; correct exempt.txt");
        }
        return wrong;
    }

    private static final class Counting extends MethodVisitor {
        private final String method;
        private final List<String> wrong;
        private int calls;

        Counting(String method, List<String> wrong) {
            super(Opcodes.ASM9);
            this.method = method;
            this.wrong = wrong;
        }

        @Override
        public void visitTypeInsn(int opcode, String type) {
            if (opcode == Opcodes.NEW || opcode == Opcodes.ANEWARRAY) {
                wrong.add(method + " allocates a " + type);
            }
        }

        @Override
        public void visitIntInsn(int opcode, int operand) {
            if (opcode == Opcodes.NEWARRAY) {
                wrong.add(method + " allocates an array");
            }
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String type, boolean isInterface) {
            calls++;
        }

        @Override
        public void visitEnd() {
            if (calls > MOST_CALLS) {
                wrong.add(method + " calls " + calls + " methods");
            }
        }
    }
}
