package io.mehari.docs;

import io.mehari.builder.RouteBuilder;
import io.mehari.builder.RouteDefinition;
import io.mehari.impl.MemoryIdempotentRepository;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a pattern: the methods of its definition with the first paragraph of their javadoc, and their defaults
 * from the fields of a definition that was just made. With {@code own} after the pattern, only those of its own class:
 * the others stand once, in the table of split.
 */
final class SettingsTable {

    private static final String OWN = " own";
    private static final Path BUILDERS = Samples.root().resolve("core-api/src/main/java/io/mehari/builder");
    private static final Pattern METHOD = Pattern.compile(
            "/\\*\\*((?:(?!\\*/)[\\s\\S])*)\\*/\\s*(?:@[^\\n]*\\n\\s*)*(?:public (?:final )?|default )([\\w<>]+) (\\w+)"
                    + "\\(([^{;]*)\\) \\{");
    private static final Map<String, Function<RouteDefinition, Object>> FRESH = fresh();

    private SettingsTable() {}

    private static Map<String, Function<RouteDefinition, Object>> fresh() {
        Map<String, Function<RouteDefinition, Object>> all = new LinkedHashMap<>();
        all.put("split", route -> route.split(RouteBuilder.body()));
        all.put("multicast", RouteDefinition::multicast);
        all.put("recipientList", route -> route.recipientList(RouteBuilder.body()));
        all.put("wireTap", route -> route.wireTap("mock:a"));
        all.put("enrich", route -> route.enrich(RouteBuilder.constant("mock:a")));
        all.put("loop", route -> route.loop(1));
        all.put("throttle", route -> route.throttle(1));
        all.put("threads", RouteDefinition::threads);
        all.put(
                "idempotentConsumer",
                route -> route.idempotentConsumer(
                        RouteBuilder.body(), MemoryIdempotentRepository.memoryIdempotentRepository(1)));
        all.put("aggregate", route -> route.aggregate(RouteBuilder.body()));
        all.put("onCompletion", RouteDefinition::onCompletion);
        all.put("onException", route -> route.onException(Exception.class));
        all.put("errorHandler", route -> RouteBuilder.deadLetterChannel("mock:a"));
        return all;
    }

    static List<String> of(String words) throws IOException, ReflectiveOperationException {
        String pattern = words.replace(OWN, "");
        boolean own = words.endsWith(OWN);
        Function<RouteDefinition, Object> maker = FRESH.get(pattern);
        if (maker == null) {
            throw new AssertionError("There are no settings of " + pattern + ": add it to SettingsTable");
        }
        Object definition = maker.apply(route());
        List<String> lines = new ArrayList<>(List.of("| setting | default | |", "|---|---|---|"));
        for (Class<?> type = definition.getClass();
                describes(type) && !(own && type.getSimpleName().equals("FanDefinition"));
                type = type.getSuperclass()) {
            addMethods(type, definition, lines);
            for (Class<?> shared : type.getInterfaces()) {
                addMethods(shared, definition, lines);
            }
        }
        return lines;
    }

    private static boolean describes(Class<?> type) {
        return !List.of("ProcessorDefinition", "Object").contains(type.getSimpleName());
    }

    private static RouteDefinition route() {
        RouteBuilder builder = new RouteBuilder() {
            @Override
            public void configure() {}
        };
        return builder.from("direct:a");
    }

    private static void addMethods(Class<?> type, Object definition, List<String> lines)
            throws IOException, ReflectiveOperationException {
        Matcher method = METHOD.matcher(Files.readString(BUILDERS.resolve(type.getSimpleName() + ".java")));
        while (method.find()) {
            boolean sets = method.group(2).equals("T") || method.group(2).equals(type.getSimpleName());
            if (sets && !method.group(3).equals("end")) {
                String name = method.group(3);
                String parameters = parameters(method.group(4));
                lines.add("| `" + name + "(" + parameters + ")` | "
                        + byDefault(definition, type, name, parameters) + " | "
                        + Generated.cell(sentence(method.group(1))) + " |");
            }
        }
    }

    /** The names of the parameters. */
    private static String parameters(String declared) {
        List<String> names = new ArrayList<>();
        for (String each : declared.strip().split(",(?![^<]*>)", -1)) {
            names.add(each.substring(each.lastIndexOf(' ') + 1));
        }
        return String.join(", ", names);
    }

    /** The first paragraph, with the tags for code and links taken away. */
    private static String sentence(String javadoc) {
        String text = javadoc.replaceAll("\\n\\s*\\* ?", "\n").strip();
        return text.split("\\n\\s*(?:<p>|@\\w|\\n)", 2)[0]
                .replaceAll("\\s*\\n\\s*", " ")
                .replaceAll("\\{@link (?:[\\w.]+)?#(\\w+)(?:\\([^)]*\\))?\\}", "`$1`")
                .replaceAll("\\{@link (?:[\\w.]+\\.)?(\\w+)\\}", "`$1`")
                .replaceAll("\\{@code ([^}]*)\\}", "`$1`")
                .replaceAll("[Ss]ee \\{@link [^}]*\\}[^.;]*", "")
                .strip();
    }

    private static String byDefault(Object definition, Class<?> type, String name, String parameter)
            throws ReflectiveOperationException {
        if (parameter.isEmpty()) {
            return "off";
        }
        for (String candidate : List.of(name, name + "Millis", parameter)) {
            Field field = field(type, candidate);
            if (field != null) {
                field.setAccessible(true);
                return text(field.get(definition));
            }
        }
        return "";
    }

    private static @Nullable Field field(Class<?> type, String name) {
        for (Field each : type.getDeclaredFields()) {
            if (each.getName().equals(name)) {
                return each;
            }
        }
        return null;
    }

    private static String text(@Nullable Object value) {
        return value == null ? "" : value instanceof String text ? "`\"" + text + "\"`" : "`" + value + "`";
    }
}
