package course;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import org.openjdk.jol.info.GraphLayout;

/** The casts in a compiled class: those in the source, and those that the compiler added for generics. */
public final class Casts {
    private static final Pattern CAST =
            Pattern.compile("(?:checkcast|instanceof) .*// class ([\\w/$]+)$", Pattern.MULTILINE);

    private Casts() {}

    /** The target types of the casts of a class, in order: only the interfaces, or only the classes. */
    public static List<String> in(Class<?> type, boolean interfaces) {
        List<String> found = new ArrayList<>();
        for (MatchResult cast : CAST.matcher(javap(type)).results().toList()) {
            Class<?> target = named(cast.group(1).replace('/', '.'));
            if (target.isInterface() == interfaces) {
                found.add(target.getSimpleName());
            }
        }
        return found;
    }

    /**
     * The classes of an object and of all objects that it refers to, with those that they extend and those that are
     * nested in the same file. Without classes of the JDK and lambdas.
     */
    static Set<Class<?>> classesOf(Object root) {
        Set<Class<?>> found = new LinkedHashSet<>();
        for (Class<?> type : GraphLayout.parseInstance(root).getClasses()) {
            for (Class<?> next = type; isOurs(next); next = next.getSuperclass()) {
                found.addAll(List.of(next.getNestHost().getNestMembers()));
            }
        }
        return found;
    }

    private static boolean isOurs(Class<?> type) {
        return type != null
                && !type.isArray()
                && !type.isHidden()
                && !type.getName().startsWith("java.");
    }

    private static Class<?> named(String name) {
        try {
            return Class.forName(name, false, Casts.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            throw new AssertionError(e);
        }
    }

    /** The bytecode of a class, as {@code javap} prints it. */
    static String javap(Class<?> type) {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8);
        int failed = ToolProvider.findFirst("javap")
                .orElseThrow()
                .run(out, out, "-c", "-p", "-cp", System.getProperty("java.class.path"), type.getName());
        String said = printed.toString(StandardCharsets.UTF_8);
        if (failed != 0) {
            throw new AssertionError(said);
        }
        return said;
    }
}
