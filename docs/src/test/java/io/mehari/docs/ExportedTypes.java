package io.mehari.docs;

import java.io.IOException;
import java.io.InputStream;
import java.lang.module.ModuleDescriptor;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The types that a module exports to everybody, as javac made them: what a program can name, call or override. */
final class ExportedTypes {
    private static final Set<String> OF_OBJECT = Set.of("toString", "hashCode", "equals");
    private static final int MODIFIERS =
            Modifier.PUBLIC | Modifier.PROTECTED | Modifier.ABSTRACT | Modifier.STATIC | Modifier.FINAL;

    private final TreeMap<String, Class<?>> types = new TreeMap<>();

    /** Names of types for a library, or a version of one, that these tests run without. */
    private final TreeSet<String> foreign = new TreeSet<>();

    ExportedTypes(String module) throws IOException, ClassNotFoundException {
        Path classes = Path.of("..", module, "target/classes");
        Path descriptor = classes.resolve("module-info.class");
        Set<String> exported = Files.exists(descriptor) ? exported(descriptor) : null;
        try (Stream<Path> files = Files.walk(classes)) {
            for (Path file : files.map(classes::relativize).toList()) {
                String name = file.toString().replace('/', '.');
                if (!name.endsWith(".class") || name.endsWith("-info.class")) {
                    continue;
                }
                Class<?> type = Class.forName(
                        name.substring(0, name.length() - 6), false, getClass().getClassLoader());
                if (isVisible(type) && (exported == null || exported.contains(type.getPackageName()))) {
                    add(type);
                }
            }
        }
    }

    private void add(Class<?> type) {
        try {
            Objects.requireNonNull(type.getDeclaredMethods()); // loads what they name
            types.put(type.getName(), type);
        } catch (NoClassDefFoundError e) {
            foreign.add(type.getName() + ", for " + e.getMessage().replace('/', '.'));
        }
    }

    /** What is exported to some modules only is not for everybody. */
    private static Set<String> exported(Path descriptor) throws IOException {
        try (InputStream in = Files.newInputStream(descriptor)) {
            return ModuleDescriptor.read(in).exports().stream()
                    .filter(each -> !each.isQualified())
                    .map(ModuleDescriptor.Exports::source)
                    .collect(Collectors.toSet());
        }
    }

    private static boolean isVisible(Class<?> type) {
        Class<?> outer = type.getEnclosingClass();
        return isVisible(type.getModifiers())
                && !type.isAnonymousClass()
                && !type.isLocalClass()
                && (outer == null || isVisible(outer));
    }

    private static boolean isVisible(int modifiers) {
        return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
    }

    int count() {
        return types.size() + foreign.size();
    }

    Set<Class<?>> all() {
        return Set.copyOf(types.values());
    }

    /** Public methods and constructors, as {@code javap -public} lists them. */
    long publicMethods() {
        return types.values().stream()
                .flatMap(each -> Stream.concat(
                        Arrays.stream(each.getDeclaredMethods()), Arrays.stream(each.getDeclaredConstructors())))
                .filter(each -> Modifier.isPublic(each.getModifiers()))
                .count();
    }

    /** One type after another, one line a member. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        types.values().forEach(type -> {
            lines.add("");
            lines.add(title(type));
            TreeSet<String> members = new TreeSet<>();
            for (Field each : type.getDeclaredFields()) {
                if (isVisible(each.getModifiers()) && !each.isSynthetic()) {
                    members.add("    " + text(each.getModifiers(), each.getGenericType()) + " " + each.getName());
                }
            }
            callable(type).forEach(each -> members.add("    " + text(type, each)));
            lines.addAll(members);
        });
        foreign.forEach(each -> lines.addAll(List.of("", "class " + each)));
        return lines.isEmpty() ? lines : lines.subList(1, lines.size());
    }

    /** Types in signatures that a caller cannot name. */
    Set<String> hidden(Set<Class<?>> exported) {
        Set<String> hidden = new TreeSet<>();
        types.values()
                .forEach(each -> callable(each).forEach(method -> {
                    Set<Class<?>> named = new HashSet<>();
                    Stream.of(
                                    method.getGenericParameterTypes(),
                                    method.getGenericExceptionTypes(),
                                    method.getTypeParameters())
                            .flatMap(Arrays::stream)
                            .forEach(one -> collect(one, named));
                    if (method instanceof Method returning) {
                        collect(returning.getGenericReturnType(), named);
                    }
                    named.removeIf(one -> !one.getName().startsWith("io.mehari.") || exported.contains(one));
                    named.forEach(one -> hidden.add(each.getName() + "." + method.getName() + ": " + one.getName()));
                }));
        return hidden;
    }

    private static void collect(Type type, Set<Class<?>> found) {
        if (type instanceof Class<?> of) {
            found.add(of.isArray() ? of.getComponentType() : of);
        } else if (type instanceof ParameterizedType of) {
            collect(of.getRawType(), found);
            Arrays.stream(of.getActualTypeArguments()).forEach(each -> collect(each, found));
        } else if (type instanceof GenericArrayType of) {
            collect(of.getGenericComponentType(), found);
        } else if (type instanceof WildcardType of) {
            Stream.of(of.getUpperBounds(), of.getLowerBounds())
                    .flatMap(Arrays::stream)
                    .forEach(each -> collect(each, found));
        } else if (type instanceof TypeVariable<?> of) {
            for (Type bound : of.getBounds()) {
                if (!(bound instanceof ParameterizedType)) { // T extends Comparable<T> would not end
                    collect(bound, found);
                }
            }
        }
    }

    /** Its own methods and constructors, and what it has only from superclasses that nobody can name. */
    private List<Executable> callable(Class<?> type) {
        List<Executable> found = new ArrayList<>(List.of(type.getDeclaredConstructors()));
        found.addAll(List.of(type.getDeclaredMethods()));
        Class<?> hidden = type.getSuperclass();
        List<Method> inherited = new ArrayList<>();
        while (isHidden(hidden, type)) {
            inherited.addAll(List.of(hidden.getDeclaredMethods()));
            hidden = hidden.getSuperclass();
        }
        Class<?> seen = hidden;
        inherited.removeIf(each -> (seen != null && declares(seen, each)) || declares(type, each));
        found.addAll(inherited);
        found.removeIf(each -> !isVisible(each.getModifiers())
                || each.isSynthetic()
                || OF_OBJECT.contains(each.getName())
                || (type.isEnum() && Modifier.isStatic(each.getModifiers())));
        return found;
    }

    private boolean isHidden(Class<?> superclass, Class<?> type) {
        return superclass != null
                && Objects.equals(
                        superclass.getProtectionDomain().getCodeSource(),
                        type.getProtectionDomain().getCodeSource())
                && !types.containsKey(superclass.getName());
    }

    /** Also if one of its superclasses declares it. */
    private static boolean declares(Class<?> type, Method method) {
        for (Class<?> each = type; each != null; each = each.getSuperclass()) {
            for (Method own : each.getDeclaredMethods()) {
                if (!own.isSynthetic() // as javac makes for a public method of a hidden superclass
                        && own.getName().equals(method.getName())
                        && Arrays.equals(own.getParameterTypes(), method.getParameterTypes())) {
                    return each == type || isVisible(each.getModifiers());
                }
            }
        }
        return false;
    }

    private String title(Class<?> type) {
        String kind = type.isAnnotation()
                ? "annotation"
                : type.isInterface() ? "interface" : type.isEnum() ? "enum" : type.isRecord() ? "record" : "class";
        String extended = superclass(type);
        String implemented = Arrays.stream(type.isAnnotation() ? new Type[0] : type.getGenericInterfaces())
                .map(ExportedTypes::simple)
                .collect(Collectors.joining(", ", " implements ", ""));
        return kind + " " + type.getName() + extended + (implemented.endsWith(" ") ? "" : implemented);
    }

    /** The first that a caller can name, with the arguments that the type gives to its own. */
    private String superclass(Class<?> type) {
        Class<?> named = type.getSuperclass();
        while (isHidden(named, type)) {
            named = named.getSuperclass();
        }
        if (named == null || named.getName().startsWith("java.lang.")) {
            return "";
        }
        String own = simple(type.getGenericSuperclass());
        return " extends "
                + (named == type.getSuperclass()
                        ? own
                        : simple(named) + (own.contains("<") ? own.substring(own.indexOf('<')) : ""));
    }

    private static String text(Class<?> type, Executable method) {
        String parameters = Arrays.stream(method.getGenericParameterTypes())
                .map(ExportedTypes::simple)
                .collect(Collectors.joining(", ", "(", ")"));
        String thrown = Arrays.stream(method.getGenericExceptionTypes())
                .map(ExportedTypes::simple)
                .collect(Collectors.joining(", ", " throws ", ""));
        String name = method instanceof Constructor
                ? Modifier.toString(method.getModifiers() & MODIFIERS) + " " + type.getSimpleName()
                : text(method.getModifiers(), ((Method) method).getGenericReturnType()) + " " + method.getName();
        return name + parameters + (thrown.endsWith(" ") ? "" : thrown);
    }

    private static String text(int modifiers, Type type) {
        return Modifier.toString(modifiers & MODIFIERS) + " " + simple(type);
    }

    private static String simple(Type type) {
        return type.getTypeName().replaceAll("\\b(?:[a-z]\\w*\\.)+(?=[A-Z])", "");
    }
}
