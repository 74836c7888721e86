package io.mehari.impl.convert;

import io.mehari.Exchange;
import io.mehari.spi.TypeConverterRegistry.Conversion;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.Date;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The conversions to one type of moment, date or duration, or to milliseconds: from ISO text, milliseconds, {@code
 * java.time} and {@code java.util.Date}.
 */
@SuppressWarnings("JavaUtilDate") // messages still use it
record TimeConversions(Class<?> to) implements Conversion<Object, Object> {
    /*
     * Nothing here uses the time zone of the machine. So a local date does not become a moment, nor a moment a local
     * date.
     */
    private static final Set<Class<?>> MOMENTS =
            Set.of(Date.class, Long.class, Instant.class, OffsetDateTime.class, ZonedDateTime.class);
    private static final Set<Class<?>> TEXT_ONLY =
            Set.of(LocalDate.class, LocalTime.class, LocalDateTime.class, OffsetDateTime.class, ZonedDateTime.class);

    /** Loaded for the first duration in a text. */
    private static final class Units {
        static final Pattern PATTERN = Pattern.compile(
                "(-?\\d++)|(?:(\\d++)d)?(?:(\\d++)h)?(?:(\\d++)m(?!s))?(?:(\\d++)s)?(?:(\\d++)ms)?",
                Pattern.CASE_INSENSITIVE);
        /** The milliseconds of a unit, by the group in the pattern. */
        static final long[] MILLIS = {0, 1, 86_400_000, 3_600_000, 60_000, 1_000, 1};
    }

    static @Nullable TimeConversions get(Class<?> to, Class<?> from) {
        return isKnown(to, from) ? new TimeConversions(to) : null;
    }

    private static boolean isKnown(Class<?> to, Class<?> from) {
        boolean toMoment = to == Instant.class || to == Date.class;
        if (from == CharSequence.class) {
            return toMoment || to == Duration.class || TEXT_ONLY.contains(to);
        } else if (to == Duration.class) {
            return from == Long.class || from == Integer.class;
        } else if (from == Duration.class) {
            return to == Long.class;
        }
        return MOMENTS.contains(from) && (toMoment || to == Long.class);
    }

    @Override
    public Object convert(Object value, @Nullable Exchange exchange) {
        if (value instanceof CharSequence text) {
            return ofText(text.toString().trim());
        } else if (to == Duration.class) {
            return Duration.ofMillis(((Number) value).longValue());
        } else if (value instanceof Duration duration) {
            return duration.toMillis();
        }
        Instant moment = moment(value);
        return to == Instant.class ? moment : to == Date.class ? Date.from(moment) : (Object) moment.toEpochMilli();
    }

    private Object ofText(String text) {
        return switch (to.getName()) {
            case "java.util.Date" -> Date.from(Instant.parse(text));
            case "java.time.Duration" -> duration(text);
            case "java.time.Instant" -> Instant.parse(text);
            case "java.time.LocalDate" -> LocalDate.parse(text);
            case "java.time.LocalTime" -> LocalTime.parse(text);
            case "java.time.LocalDateTime" -> LocalDateTime.parse(text);
            case "java.time.OffsetDateTime" -> OffsetDateTime.parse(text);
            case "java.time.ZonedDateTime" -> ZonedDateTime.parse(text);
            default -> throw new IllegalStateException(to.getName());
        };
    }

    private static Instant moment(Object value) {
        if (value instanceof Date date) {
            return Instant.ofEpochMilli(date.getTime()); // java.sql.Date has a toInstant that throws
        } else if (value instanceof OffsetDateTime time) {
            return time.toInstant();
        } else if (value instanceof ZonedDateTime time) {
            return time.toInstant();
        }
        return value instanceof Long millis ? Instant.ofEpochMilli(millis) : (Instant) value;
    }

    /**
     * ISO text for a plain Date, because its toString() loses milliseconds; subclasses of {@code java.sql} have useful
     * texts.
     */
    static String text(Date date) {
        return date.getClass() == Date.class ? moment(date).toString() : date.toString();
    }

    /** From ISO ({@code PT1M30S}), from units ({@code 1m30s}, {@code 500ms}) or from a number of milliseconds. */
    private static Duration duration(String text) {
        Matcher matcher = Units.PATTERN.matcher(text);
        if (text.isEmpty() || !matcher.matches()) {
            return Duration.parse(text);
        }
        Duration sum = Duration.ZERO;
        for (int i = 1; i < Units.MILLIS.length; i++) {
            String count = matcher.group(i);
            if (count != null) {
                sum = sum.plusMillis(Math.multiplyExact(Long.parseLong(count), Units.MILLIS[i]));
            }
        }
        return sum;
    }
}
