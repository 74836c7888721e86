package io.mehari.main;

import io.mehari.RoutingContext;
import io.mehari.management.DescriptionFormat;
import io.mehari.management.JmxManagement;
import io.mehari.spi.RoutingContextExtension;
import io.mehari.spi.internal.Log;
import io.mehari.spi.internal.Nearest;
import io.mehari.spi.internal.SafeText;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The properties of a service: from its arguments, the environment, the system properties and a file. */
final class MainProperties {
    private static final String OWN = "mehari.";
    private static final String CONFIG = "--config=";
    private static final String ROUTES = "--routes";
    private static final Path USUAL_FILE = Path.of("application.properties");
    private static final Pattern PLACEHOLDER = Pattern.compile("\\{\\{([^{}:]+)");
    private static final Pattern TIME = Pattern.compile("(\\d{1,15})(ms|s|m|h)");

    /** A property of the context, and what it sets. */
    private interface Setting {
        void set(RoutingContextExtension settings, String value);
    }

    private static final Map<String, Setting> SETTINGS = Map.of(
            OWN + "profile", RoutingContextExtension::setProfile,
            OWN + "shutdown-timeout",
                    (settings, value) -> settings.getShutdownStrategy().setTimeout(time(value)),
            OWN + "route-times", (settings, value) -> settings.setRouteTimes(yes(value)),
            OWN + "message-history", (settings, value) -> settings.setMessageHistory(yes(value)),
            OWN + "tracing", (settings, value) -> settings.setTracing(yes(value)),
            OWN + "lifecycle-log", (settings, value) -> settings.setLifecycleLog(yes(value)),
            OWN + "jmx",
                    (settings, value) -> {
                        if (yes(value)) {
                            settings.addLifecycleStrategy(new JmxManagement());
                        }
                    });

    private final Map<String, String> arguments = new TreeMap<>();
    private volatile @Nullable Set<String> asked = ConcurrentHashMap.newKeySet(); // until the context starts
    private final Properties file = new Properties();
    private @Nullable Path config;
    private @Nullable DescriptionFormat routes;

    private MainProperties() {}

    /**
     * Reads the arguments and the file.
     *
     * @throws IllegalArgumentException if an argument is not a property, or there is no such property of the context
     * @throws IOException if the file cannot be read
     */
    static MainProperties of(String... args) throws IOException {
        MainProperties properties = new MainProperties();
        properties.config = Files.isRegularFile(USUAL_FILE) ? USUAL_FILE : null;
        for (String each : args) {
            if (each.startsWith(CONFIG)) {
                properties.config = Path.of(each.substring(CONFIG.length()));
            } else {
                properties.addArgument(each);
            }
        }
        if (properties.config != null) {
            properties.read(properties.config);
        }
        properties.checkNames();
        return properties;
    }

    /** How to print the routes instead of running them; null to run them. */
    @Nullable
    DescriptionFormat routes() {
        return routes;
    }

    private void addArgument(String argument) {
        if (argument.equals(ROUTES) || argument.startsWith(ROUTES + "=")) {
            routes = argument.equals(ROUTES)
                    ? DescriptionFormat.TEXT
                    : DescriptionFormat.of(argument.substring(ROUTES.length() + 1));
            return;
        }
        int equals = argument.indexOf('=');
        if (!argument.startsWith("--") || equals < 3) {
            throw new IllegalArgumentException("the argument '" + SafeText.of(argument) + "' is no property; "
                    + meant(argument) + "write --name=value, or --config=FILE for a file of properties; --help lists"
                    + " the properties");
        }
        arguments.put(argument.substring(2, equals), argument.substring(equals + 1));
    }

    /** What somebody who forgot the hyphens or the equals sign has probably meant. */
    private static String meant(String argument) {
        String name = argument.replaceFirst("^-*", "");
        int equals = name.indexOf('=');
        if (name.isEmpty() || name.equals("version") || equals == 0 || (equals < 0 && !argument.startsWith("-"))) {
            return "";
        }
        return "did you mean --" + SafeText.of(name + (equals > 0 ? "" : name.equals("config") ? "=FILE" : "=VALUE"))
                + "? Or else ";
    }

    /** What {@code --help} prints. */
    static String help() {
        return "Arguments: [--config=FILE] [--routes[=json|mermaid]] [--NAME=VALUE]...\n"
                + "  --routes prints the routes and ends. Each --NAME is a property. The routes of this program use some as {{NAME}}; these configure the context:\n  "
                + String.join("\n  ", new TreeSet<>(SETTINGS.keySet()))
                + "\n  A property is looked up in the arguments, in the environment (NAME, or in capital letters with"
                + " underscores for\n  dots and hyphens), in the system properties, and in FILE or else in "
                + USUAL_FILE + ".";
    }

    /** For a placeholder without a value. */
    private String remedy(String name) {
        Set<String> known = new TreeSet<>(arguments.keySet());
        known.addAll(file.stringPropertyNames());
        String nearest = Nearest.of(name, known);
        return (nearest.isEmpty() ? "" : "did you mean '" + SafeText.of(nearest) + "', which is there? Or else ")
                + "give the argument --" + SafeText.of(name) + "=VALUE, or set it in the environment or in "
                + (config == null ? USUAL_FILE : config);
    }

    private void read(Path config) throws IOException {
        try (Reader reader = Files.newBufferedReader(config)) {
            file.load(reader);
        } catch (NoSuchFileException e) {
            throw new IOException("there is no file " + config.toAbsolutePath() + ": check --config", e);
        } catch (IOException | IllegalArgumentException e) {
            throw new IOException("the properties in " + config + " cannot be read: " + e, e);
        }
    }

    private void checkNames() {
        Set<String> names = new TreeSet<>(arguments.keySet());
        names.addAll(file.stringPropertyNames());
        for (String each : names) {
            if (each.startsWith(OWN) && !SETTINGS.containsKey(each)) {
                throw new IllegalArgumentException("there is no property " + SafeText.of(each)
                        + Nearest.suggestion(each, new TreeSet<>(SETTINGS.keySet())));
            }
        }
    }

    /** Configures the context, and gives it these properties for placeholders. */
    void applyTo(RoutingContext context) {
        RoutingContextExtension settings = context.getRoutingContextExtension();
        settings.setPropertySource(this::get, this::remedy);
        SETTINGS.forEach((name, setting) -> {
            String value = get(name);
            if (value != null) {
                try {
                    setting.set(settings, value);
                } catch (IllegalArgumentException e) {
                    throw new IllegalArgumentException("the property " + name + " is wrong: " + e.getMessage(), e);
                }
            }
        });
    }

    /** An argument that no route uses, and that is similar to a property without a value: a default hides the mistake. */
    void warnOfMistyped(RoutingContext context) {
        Set<String> used = asked;
        asked = null;
        if (arguments.isEmpty() || used == null || !addNames(context, used)) {
            return;
        }
        Set<String> absent = new TreeSet<>();
        for (String each : used) {
            if (!each.startsWith(OWN) && get(each) == null) {
                absent.add(each);
            }
        }
        for (String each : arguments.keySet()) {
            String nearest = each.startsWith(OWN) || used.contains(each) ? "" : Nearest.of(each, absent);
            if (!nearest.isEmpty()) {
                Log.warn(
                        Log.CONTEXT,
                        "No route uses the argument --" + SafeText.of(each) + "; did you mean --" + SafeText.of(nearest)
                                + ", whose default is used now? [MH-44]");
            }
        }
    }

    /** Adds the placeholders in the description of the routes; false if there is none: this look fails no start. */
    @SuppressWarnings("CatchingUnchecked") // names of the user's objects may throw anything
    private static boolean addNames(RoutingContext context, Set<String> used) {
        try {
            Matcher placeholder = PLACEHOLDER.matcher(DescriptionFormat.TEXT.print(context.describe()));
            while (placeholder.find()) {
                used.add(placeholder.group(1));
            }
            return true;
        } catch (Throwable e) {
            return false;
        }
    }

    @Nullable
    String get(String name) {
        Set<String> names = asked;
        if (names != null) {
            names.add(name);
        }
        String argument = arguments.get(name);
        if (argument != null) {
            return argument;
        }
        String exact = System.getenv(name);
        if (exact != null) {
            return exact;
        }
        String variable = System.getenv(name.replace('.', '_').replace('-', '_').toUpperCase(Locale.ROOT));
        if (variable != null) {
            return variable;
        }
        String system = System.getProperty(name);
        return system != null ? system : file.getProperty(name);
    }

    private static boolean yes(String value) {
        return switch (value) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new IllegalArgumentException("it must be true or false, not " + SafeText.of(value));
        };
    }

    private static Duration time(String value) {
        Matcher matcher = TIME.matcher(value);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(
                    "it must be a time with its unit, such as 500ms, 45s, 2m or 1h, not " + SafeText.of(value));
        }
        long number = Long.parseLong(matcher.group(1));
        return switch (matcher.group(2)) {
            case "ms" -> Duration.ofMillis(number);
            case "s" -> Duration.ofSeconds(number);
            case "m" -> Duration.ofMinutes(number);
            default -> Duration.ofHours(number);
        };
    }
}
