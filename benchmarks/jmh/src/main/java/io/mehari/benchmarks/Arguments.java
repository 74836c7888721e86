package io.mehari.benchmarks;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a command line says: {@code --name value}, each with a default; lists are separated by commas. */
final class Arguments {
    private final Map<String, String> defaults = new LinkedHashMap<>();
    private final Map<String, String> given = new LinkedHashMap<>();

    /** Names and defaults, in turn. */
    Arguments(String[] args, String... namesAndDefaults) {
        for (int i = 0; i < namesAndDefaults.length; i += 2) {
            defaults.put(namesAndDefaults[i], namesAndDefaults[i + 1]);
        }
        for (int i = 0; i < args.length; i += 2) {
            String name = args[i].startsWith("--") ? args[i].substring(2) : args[i];
            if (!defaults.containsKey(name) || i + 1 == args.length) {
                throw new IllegalArgumentException("Cannot read " + args[i]
                        + ": write --name value, where these are the names and defaults: " + defaults);
            }
            given.put(name, args[i + 1]);
        }
    }

    String text(String name) {
        String value = given.getOrDefault(name, defaults.get(name));
        if (value == null) {
            throw new IllegalArgumentException("--" + name + " is missing");
        }
        return value;
    }

    List<String> list(String name) {
        String value = text(name);
        return value.isEmpty() ? new ArrayList<>() : List.of(value.split(",", -1));
    }

    /** Digits may be grouped: {@code 100_000_000}. */
    long number(String name) {
        return Long.parseLong(text(name).replace("_", ""));
    }
}
