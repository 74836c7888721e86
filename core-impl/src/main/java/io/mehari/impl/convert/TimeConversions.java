package io.mehari.impl.convert;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Date;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Conversions of moments, dates and durations: ISO text, milliseconds, {@code java.time} and {@code java.util.Date}.
 */
@SuppressWarnings("JavaUtilDate") // messages still use it
final class TimeConversions {
    /*
     * Nothing here uses the time zone of the machine. So a local date does not become a moment, nor a moment a local
     * date.
     */
    private static final Pattern UNITS = Pattern.compile(
            "(?:(\\d++)d)?(?:(\\d++)h)?(?:(\\d++)m(?!s))?(?:(\\d++)s)?(?:(\\d++)ms)?", Pattern.CASE_INSENSITIVE);
    private static final Pattern WHOLE_NUMBER = Pattern.compile("-?[0-9]+");
    private static final long[] MILLIS = {86_400_000, 3_600_000, 60_000, 1_000, 1};

    private TimeConversions() {}

    static void addTo(ConversionTable table) {
        addIsoTexts(table);
        addMoment(table, Instant.class, instant -> instant);
        addMoment(table, Date.class, TimeConversions::instant);
        addMoment(table, Long.class, Instant::ofEpochMilli);
        addMoment(table, OffsetDateTime.class, OffsetDateTime::toInstant);
        addMoment(table, ZonedDateTime.class, ZonedDateTime::toInstant);
        table.add(String.class, Date.class, (date, exchange) -> text(date));
        BuiltInConversions.parsed(table, Duration.class, TimeConversions::duration);
        table.add(Duration.class, Long.class, (millis, exchange) -> Duration.ofMillis(millis));
        table.add(Duration.class, Integer.class, (millis, exchange) -> Duration.ofMillis(millis));
        table.add(Long.class, Duration.class, (duration, exchange) -> duration.toMillis());
    }

    private static void addIsoTexts(ConversionTable table) {
        BuiltInConversions.parsed(table, Instant.class, Instant::parse);
        BuiltInConversions.parsed(table, Date.class, text -> Date.from(Instant.parse(text)));
        BuiltInConversions.parsed(table, LocalDate.class, LocalDate::parse);
        BuiltInConversions.parsed(table, LocalTime.class, LocalTime::parse);
        BuiltInConversions.parsed(table, LocalDateTime.class, LocalDateTime::parse);
        BuiltInConversions.parsed(table, OffsetDateTime.class, OffsetDateTime::parse);
        BuiltInConversions.parsed(table, ZonedDateTime.class, ZonedDateTime::parse);
        BuiltInConversions.parsed(table, Period.class, Period::parse);
        BuiltInConversions.parsed(table, ZoneId.class, ZoneId::of);
    }

    private static <F> void addMoment(ConversionTable table, Class<F> from, Function<F, Instant> moment) {
        table.add(Instant.class, from, (value, exchange) -> moment.apply(value));
        table.add(Date.class, from, (value, exchange) -> Date.from(moment.apply(value)));
        table.add(Long.class, from, (value, exchange) -> moment.apply(value).toEpochMilli());
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

    /** From ISO ({@code PT1M30S}), from units ({@code 1m30s}, {@code 500ms}) or from a number of milliseconds. */
    private static Duration duration(String text) {
        Matcher units = UNITS.matcher(text);
        if (!text.isEmpty() && units.matches()) {
            return inUnits(units);
        }
        return WHOLE_NUMBER.matcher(text).matches() ? Duration.ofMillis(Long.parseLong(text)) : Duration.parse(text);
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
