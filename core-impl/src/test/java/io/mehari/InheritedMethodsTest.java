package io.mehari;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.impl.DefaultRoutingContext;
import java.io.InputStream;
import java.lang.module.ModuleDescriptor;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;

/** What users can call on an exported class is declared by an exported class, where its javadoc is. */
class InheritedMethodsTest {

    private static Set<String> exported() throws Exception {
        Set<String> packages = new TreeSet<>();
        for (Class<?> one : List.of(Exchange.class, DefaultRoutingContext.class)) {
            Path place = Path.of(
                    one.getProtectionDomain().getCodeSource().getLocation().toURI());
            try (FileSystem jar = Files.isDirectory(place) ? null : FileSystems.newFileSystem(place);
                    InputStream in = Files.newInputStream(
                            (jar == null ? place : jar.getPath("/")).resolve("module-info.class"))) {
                ModuleDescriptor.read(in).exports().stream()
                        .filter(each -> !each.isQualified())
                        .forEach(each -> packages.add(each.source()));
            }
        }
        return packages;
    }

    @Test
    void anExportedClassInheritsNoPublicMethodThatOnlyAnUnexportedClassDeclares() throws Exception {
        Set<String> exported = exported();
        List<String> found = new ArrayList<>();
        List<Class<?>> classes = ShippedClasses.read().stream()
                .map(ClassReader::getClassName)
                .filter(each -> exported.contains(
                        each.substring(0, each.lastIndexOf('/')).replace('/', '.')))
                .map(ShippedClasses::load)
                .filter(each -> Modifier.isPublic(each.getModifiers()))
                .collect(Collectors.toList());
        for (Class<?> each : classes) {
            for (Method method : each.getMethods()) {
                if (method.getDeclaringClass().getName().startsWith("io.mehari.")
                        && !isDeclaredByExported(each, method, exported)) {
                    found.add(each.getSimpleName() + "." + method.getName());
                }
            }
        }
        assertThat(classes).hasSizeGreaterThan(100);
        assertThat(found).isEmpty();
    }

    private static boolean isDeclaredByExported(Class<?> start, Method method, Set<String> exported) {
        for (Class<?> type = start; type != null; type = type.getSuperclass()) {
            boolean visible = type.getName().startsWith("java.") || exported.contains(type.getPackageName());
            if (visible && declares(type, method)) {
                return true;
            }
            for (Class<?> each : type.getInterfaces()) {
                boolean known = each.getName().startsWith("java.") || exported.contains(each.getPackageName());
                if (known && declares(each, method)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean declares(Class<?> type, Method method) {
        return Arrays.stream(type.getMethods())
                .filter(each -> each.getDeclaringClass() == type || type.isInterface())
                .anyMatch(each -> each.getName().equals(method.getName())
                        && Arrays.equals(each.getParameterTypes(), method.getParameterTypes()));
    }
}
