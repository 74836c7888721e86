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
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Conversions of moments, dates and durations: ISO text, milliseconds, {@code java.time} and {@code java.util.Date}.
 */
@SuppressWarnings("JavaUtilDate") // messages still use it
final class TimeConversions {
    /*
     * Nothing here uses the time zone of the machine. So a local date does not become a moment, nor a moment a local
     * date.
     */
    private static final long[] MILLIS = {86_400_000, 3_600_000, 60_000, 1_000, 1};

    private TimeConversions() {}

    static @Nullable Conversion<?, ?> get(Class<?> to, Class<?> from) {
        if (from == CharSequence.class) {
            return ofText(to);
        } else if (to == Duration.class) {
            return from == Long.class || from == Integer.class
                    ? (Conversion<Number, Duration>) (millis, exchange) -> Duration.ofMillis(millis.longValue())
                    : null;
        } else if (to == String.class) {
            return from == Date.class ? (Conversion<Date, String>) (date, exchange) -> text(date) : null;
        } else if (to == Long.class && from == Duration.class) {
            return (Conversion<Duration, Long>) (duration, exchange) -> duration.toMillis();
        }
        return to == Instant.class || to == Date.class || to == Long.class ? ofMoment(to, from) : null;
    }

    private static @Nullable Conversion<CharSequence, ?> ofText(Class<?> to) {
        if (to == Date.class) {
            return BuiltInConversions.parsed(text -> Date.from(Instant.parse(text)));
        } else if (!to.getPackageName().equals("java.time")) {
            return null; // a comparison with each class below would load it
        } else if (to == Duration.class) {
            return new OfText();
        } else if (to == Instant.class) {
            return BuiltInConversions.parsed(Instant::parse);
        } else if (to == LocalDate.class) {
            return BuiltInConversions.parsed(LocalDate::parse);
        } else if (to == LocalTime.class) {
            return BuiltInConversions.parsed(LocalTime::parse);
        } else if (to == LocalDateTime.class) {
            return BuiltInConversions.parsed(LocalDateTime::parse);
        } else if (to == OffsetDateTime.class) {
            return BuiltInConversions.parsed(OffsetDateTime::parse);
        } else if (to == ZonedDateTime.class) {
            return BuiltInConversions.parsed(ZonedDateTime::parse);
        }
        return null;
    }

    private static @Nullable Conversion<?, ?> ofMoment(Class<?> to, Class<?> from) {
        if (from == Date.class) {
            return ofMoment(to, TimeConversions::instant);
        } else if (from == Long.class) {
            return ofMoment(to, (Long millis) -> Instant.ofEpochMilli(millis));
        } else if (!from.getPackageName().equals("java.time")) {
            return null;
        } else if (from == Instant.class) {
            return ofMoment(to, (Instant instant) -> instant);
        } else if (from == OffsetDateTime.class) {
            return ofMoment(to, OffsetDateTime::toInstant);
        } else if (from == ZonedDateTime.class) {
            return ofMoment(to, ZonedDateTime::toInstant);
        }
        return null;
    }

    private static <F> Conversion<F, ?> ofMoment(Class<?> to, Function<F, Instant> moment) {
        if (to == Instant.class) {
            return (value, exchange) -> moment.apply(value);
        } else if (to == Date.class) {
            return (value, exchange) -> Date.from(moment.apply(value));
        }
        return (value, exchange) -> moment.apply(value).toEpochMilli();
    }

    /** {@code java.sql.Date} has a toInstant that throws. */
    private static Instant instant(Date date) {
        return Instant.ofEpochMilli(date.getTime());
    }

    /**
     * ISO text for a plain Date, because its toString() loses milliseconds; subclasses of {@code java.sql} have useful
     * texts.
     */
    private static String text(Date date) {
        return date.getClass() == Date.class ? instant(date).toString() : date.toString();
    }

    /** A conversion to a duration. It is not a lambda, as many options need it. */
    private static final class OfText implements Conversion<CharSequence, Duration> {
        @Override
        public Duration convert(CharSequence text, @Nullable Exchange exchange) {
            return duration(BuiltInConversions.trimmed(text));
        }
    }

    /** Loaded for the first text that is not a number. */
    private static final class Units {
        static final Pattern PATTERN = Pattern.compile(
                "(?:(\\d++)d)?(?:(\\d++)h)?(?:(\\d++)m(?!s))?(?:(\\d++)s)?(?:(\\d++)ms)?", Pattern.CASE_INSENSITIVE);
    }

    /** From ISO ({@code PT1M30S}), from units ({@code 1m30s}, {@code 500ms}) or from a number of milliseconds. */
    private static Duration duration(String text) {
        if (isWholeNumber(text)) {
            return Duration.ofMillis(Long.parseLong(text));
        }
        Matcher units = Units.PATTERN.matcher(text);
        return !text.isEmpty() && units.matches() ? inUnits(units) : Duration.parse(text);
    }

    private static boolean isWholeNumber(String text) {
        int first = text.startsWith("-") ? 1 : 0;
        for (int i = first; i < text.length(); i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                return false;
            }
        }
        return text.length() > first;
    }

    private static Duration inUnits(Matcher units) {
        Duration sum = Duration.ZERO;
        for (int i = 0; i < MILLIS.length; i++) {
            String count = units.group(i + 1);
            if (count != null) {
                sum = sum.plusMillis(Math.multiplyExact(Long.parseLong(count), MILLIS[i]));
            }
        }
        return sum;
    }
}
