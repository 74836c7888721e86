package io.mehari.porting;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What Mehari has: the types and methods of the lists in docs/api, which a test compares with the classes, and the
 * schemes of URIs with their options.
 */
final class Api {
    private static final Pattern TYPE =
            Pattern.compile("(?:class|interface|record|enum|annotation) ((?:\\w+\\.)+)(\\S+)(.*)");
    private static final Pattern METHOD = Pattern.compile(
            "    (?:(?:public|protected|abstract|static|final) )*(?:(\\S.*) )?(\\w+)\\((.*)\\)(?: throws .*)?");
    private static final Pattern FIELD = Pattern.compile("    (?:(?:public|static|final) )+(\\S+) (\\w+)");
    /** Supertypes that add no method that code for Camel would call. */
    private static final Set<String> EMPTY = Set.of("AutoCloseable", "Object", "Record", "Enum", "Comparable");

    private static final Set<String> OF_ALL = Set.of(
            "equals",
            "hashCode",
            "toString",
            "getClass",
            "notify",
            "notifyAll",
            "wait",
            "name",
            "ordinal",
            "this",
            "super");

    private final Map<String, Type> types = new HashMap<>();
    private final Set<String> qualified = new HashSet<>();
    private final Set<String> packages = new HashSet<>();
    /** Packages of mehari-porting, each with a dot at its end. */
    private final Set<String> ofPorting = new HashSet<>();

    private final Map<String, Set<String>> schemes = new TreeMap<>();
    /** Options of Camel: the values that are accepted, as a regular expression, and what to do instead. */
    private final Map<String, String[]> ofCamel = new TreeMap<>();

    /** A method, with what it returns and takes as the list writes them. */
    record Method(String name, String returns, List<String> takes) {

        /** True if these arguments may be passed, of which some are known to be literals. */
        boolean takes(List<Literal> arguments) {
            boolean many = !takes.isEmpty() && takes.get(takes.size() - 1).endsWith("[]");
            if (many ? arguments.size() < takes.size() - 1 : arguments.size() != takes.size()) {
                return false;
            }
            for (int i = 0; i < arguments.size(); i++) {
                String type = takes.get(Math.min(i, takes.size() - 1));
                if (!arguments.get(i).fits(many && i >= takes.size() - 1 ? type.replace("[]", "") : type)) {
                    return false;
                }
            }
            return true;
        }
    }

    /** What can be seen of an argument without types. */
    enum Literal {
        TEXT("String Object CharSequence"),
        NUMBER("int long double Object Integer Long"),
        CONDITION("boolean Boolean Object"),
        OTHER("");

        private final String types;

        Literal(String types) {
            this.types = types;
        }

        boolean fits(String type) {
            return this == OTHER
                    || type.length() == 1
                    || List.of(types.split(" ", -1)).contains(type);
        }
    }

    private record Type(String name, String above, List<Method> methods, Set<String> fields) {}

    Api(Path root) throws IOException {
        try (Stream<Path> files = Files.list(root.resolve("docs/api"))) {
            for (Path file : files.sorted().toList()) {
                List<String> lines = Files.readAllLines(file);
                if (file.endsWith("endpoints.txt")) {
                    lines.forEach(this::scheme);
                } else {
                    read(lines);
                }
                if (file.endsWith("porting.txt")) {
                    lines.stream()
                            .map(TYPE::matcher)
                            .filter(Matcher::matches)
                            .forEach(each -> ofPorting.add(each.group(1)));
                }
            }
        }
    }

    private void scheme(String line) {
        String[] camel = line.split(" # ", -1);
        if (camel.length == 3) {
            ofCamel.put(camel[0], camel);
        } else {
            String[] parts = line.split(":", 2);
            schemes.put(parts[0], Set.of(parts[1].strip().split(" +")));
        }
    }

    private void read(List<String> lines) {
        Type type = new Type("", "", List.of(), Set.of());
        for (String line : lines) {
            Matcher head = TYPE.matcher(line);
            Matcher method = METHOD.matcher(line);
            Matcher field = FIELD.matcher(line);
            if (head.matches()) {
                String name = head.group(2).replace('$', '.');
                type = new Type(name, head.group(3), new ArrayList<>(), new HashSet<>());
                types.putIfAbsent(name.substring(name.lastIndexOf('.') + 1), type);
                qualified.add(head.group(1) + name);
                packages.add(head.group(1).substring(0, head.group(1).length() - 1));
            } else if (method.matches()) {
                String returns = method.group(1) == null ? type.name : method.group(1);
                type.methods.add(new Method(method.group(2), returns, split(method.group(3))));
            } else if (field.matches()) {
                type.fields.add(field.group(2));
            }
        }
    }

    /** The parts between commas that are in no angle brackets. */
    private static List<String> split(String list) {
        List<String> parts = new ArrayList<>();
        int depth = 0;
        int begin = 0;
        for (int i = 0; i <= list.length(); i++) {
            char c = i < list.length() ? list.charAt(i) : ',';
            depth += c == '<' ? 1 : c == '>' ? -1 : 0;
            if (c == ',' && depth == 0) {
                parts.add(list.substring(begin, i).strip());
                begin = i + 1;
            }
        }
        return list.isBlank() ? List.of() : parts;
    }

    // ---- types and packages

    boolean hasType(String name) {
        return qualified.contains(name);
    }

    boolean hasPackage(String name) {
        return packages.contains(name);
    }

    /** Whether a line of rewritten code names what is in mehari-porting. */
    boolean needsPorting(String line) {
        return ofPorting.stream().anyMatch(line::contains);
    }

    boolean knows(String simpleName) {
        return types.containsKey(simpleName);
    }

    boolean hasField(String type, String name) {
        return line(type).stream().anyMatch(each -> each.fields.contains(name));
    }

    /** The type and all that it inherits from; ends where a type is not Mehari's. */
    private List<Type> line(String name) {
        List<Type> line = new ArrayList<>();
        Set<String> open = new LinkedHashSet<>(Set.of(name));
        while (!open.isEmpty()) {
            String next = open.iterator().next();
            open.remove(next);
            Type type = types.get(next);
            if (type != null && !line.contains(type)) {
                line.add(type);
                open.addAll(supertypes(type));
            }
        }
        return line;
    }

    private static List<String> supertypes(Type type) {
        return split(type.above.replaceAll("^ *(extends|implements) ", "").replaceAll(" (extends|implements) ", ","))
                .stream()
                .map(Api::plain)
                .toList();
    }

    /** Without what is in angle brackets. */
    static String plain(String type) {
        return type.replaceAll("<.*", "");
    }

    /** True if the list has all of its methods, also the inherited ones. */
    private boolean isWhole(String type) {
        return !type.endsWith("Exception")
                && line(type).stream()
                        .flatMap(each -> supertypes(each).stream())
                        .allMatch(each -> types.containsKey(each) || EMPTY.contains(each) || !isOfTheJdk(each));
    }

    /** A superclass that is neither in the list nor in the JDK is not exported: its methods are listed below it. */
    private static boolean isOfTheJdk(String type) {
        return Stream.of("java.lang.", "java.util.", "java.util.concurrent.", "java.io.")
                .anyMatch(each -> exists(each + type));
    }

    private static boolean exists(String type) {
        try {
            Class.forName(type);
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    // ---- methods

    /** What a call can return; empty if none of these types has such a method. */
    Optional<Set<String>> call(Collection<String> receivers, String name, List<Literal> arguments) {
        Set<String> returned = new LinkedHashSet<>();
        boolean found = false;
        for (String receiver : receivers) {
            if (OF_ALL.contains(name) || !knows(plain(receiver)) || !isWhole(plain(receiver))) {
                found = true;
            }
            for (Type type : line(plain(receiver))) {
                for (Method method : type.methods) {
                    if (method.name.equals(name) && method.takes(arguments)) {
                        found = true;
                        returned.add(result(receiver, method.returns));
                    }
                }
            }
        }
        return found ? Optional.of(returned) : Optional.empty();
    }

    /** T is the receiver itself in the route language, but what an expression clause goes on with; else unknown. */
    private String result(String receiver, String returns) {
        String itself = receiver.startsWith("ExpressionClause<")
                ? receiver.substring("ExpressionClause<".length(), receiver.length() - 1)
                : hasType("io.mehari.builder." + plain(receiver)) ? receiver : "T";
        return returns.equals("T") ? itself : returns.replace("<T>", "<" + itself + ">");
    }

    /** The types that a method of these types takes at that place. */
    Set<String> taken(Collection<String> receivers, String name, int place) {
        return receivers.stream()
                .flatMap(each -> line(plain(each)).stream())
                .flatMap(each -> each.methods.stream())
                .filter(each -> each.name.equals(name) && each.takes.size() > place)
                .map(each -> each.takes.get(place))
                .collect(Collectors.toSet());
    }

    boolean hasMethod(String type, String name) {
        return line(type).stream().flatMap(each -> each.methods.stream()).anyMatch(each -> each.name.equals(name));
    }

    /** The types of the route language: where a step is unknown, the next one may be of any of them. */
    List<String> language() {
        return types.keySet().stream()
                .filter(each -> qualified.contains("io.mehari.builder." + each))
                .filter(each -> each.endsWith("Definition"))
                .sorted()
                .toList();
    }

    // ---- endpoints

    boolean hasScheme(String scheme) {
        return schemes.containsKey(scheme);
    }

    boolean hasOption(String scheme, String option) {
        Set<String> options = schemes.getOrDefault(scheme, Set.of());
        boolean others = options.contains("*") && (scheme.equals("camel") || option.contains("."));
        return others || options.contains(option);
    }

    /** Whether the value of an option of Camel changes nothing, so that it is taken if mehari-porting is there. */
    boolean isWithoutEffect(String scheme, String option, String value) {
        String[] camel = ofCamel.get(scheme + "." + option);
        return camel != null && value.matches(camel[1]);
    }

    /** What to use instead of an option of Camel. */
    Optional<String> instead(String scheme, String option) {
        String[] camel = ofCamel.get(scheme + "." + option);
        return camel == null || camel[2].isEmpty() ? Optional.empty() : Optional.of(camel[2]);
    }
}
