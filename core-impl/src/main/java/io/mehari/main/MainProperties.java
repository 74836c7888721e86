package io.mehari.main;

import io.mehari.RoutingContext;
import io.mehari.impl.base.Nearest;
import io.mehari.management.JmxManagement;
import io.mehari.spi.RoutingContextExtension;
import io.mehari.spi.SafeText;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The properties of a service: from its arguments, the environment, the system properties and a file. */
final class MainProperties {
    private static final String OWN = "mehari.";
    private static final String CONFIG = "--config=";
    private static final Path USUAL_FILE = Path.of("application.properties");
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
            OWN + "inflight-browse", (settings, value) -> settings.setInflightBrowse(yes(value)),
            OWN + "jmx",
                    (settings, value) -> {
                        if (yes(value)) {
                            settings.addLifecycleStrategy(new JmxManagement());
                        }
                    });

    private final Map<String, String> arguments = new TreeMap<>();
    private final Properties file = new Properties();

    private MainProperties() {}

    /**
     * Reads the arguments and the file.
     *
     * @throws IllegalArgumentException if an argument is not a property, or there is no such property of the context
     * @throws IOException if the file cannot be read
     */
    static MainProperties of(String... args) throws IOException {
        MainProperties properties = new MainProperties();
        Path config = Files.isRegularFile(USUAL_FILE) ? USUAL_FILE : null;
        for (String each : args) {
            if (each.startsWith(CONFIG)) {
                config = Path.of(each.substring(CONFIG.length()));
            } else {
                properties.addArgument(each);
            }
        }
        if (config != null) {
            properties.read(config);
        }
        properties.checkNames();
        return properties;
    }

    private void addArgument(String argument) {
        int equals = argument.indexOf('=');
        if (!argument.startsWith("--") || equals < 3) {
            throw new IllegalArgumentException("the argument '" + SafeText.of(argument)
                    + "' is no property; write --name=value, or --config=FILE for a file of properties");
        }
        arguments.put(argument.substring(2, equals), argument.substring(equals + 1));
    }

    private void read(Path config) throws IOException {
        try (Reader reader = Files.newBufferedReader(config)) {
            file.load(reader);
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
        settings.setPropertySource(this::get);
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

    @Nullable
    String get(String name) {
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
                    "it must be a time such as 500ms, 45s, 2m or 1h, not " + SafeText.of(value));
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
