package io.mehari.load;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Of what type a body is. */
enum BodyType {
    PARCEL,
    TEXT,
    NUMBER,
    FILE;

    /** As it is written on a command line. */
    String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    static List<String> ids() {
        return Arrays.stream(values()).map(BodyType::id).toList();
    }

    static String names(List<BodyType> types) {
        return types.stream().map(BodyType::id).collect(Collectors.joining(","));
    }

    /** Reads {@link #names}; an unknown name is an {@link IllegalArgumentException}. */
    static List<BodyType> list(String names) {
        List<BodyType> types = new ArrayList<>();
        for (String each : names.split(",", -1)) {
            types.add(valueOf(each.toUpperCase(Locale.ROOT)));
        }
        return types;
    }
}
