package io.mehari.impl.convert;

import io.mehari.Exchange;
import io.mehari.spi.TypeConverterRegistry.Conversion;
import io.mehari.spi.internal.AsciiCase;
import java.io.File;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.time.temporal.TemporalAccessor;
import java.util.Arrays;
import java.util.Date;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The conversions to one type of single values: a text, a number, a time or a constant of an enum. */
@SuppressWarnings("JavaUtilDate") // messages still use it
record ValueConversions(Class<?> to) implements Conversion<Object, Object> {
    /*
     * Text is any CharSequence. It is trimmed, unless it is converted to a character or a path.
     *
     * A number that does not fit fails; only fractions of floating-point numbers are rounded. Whole numbers below 64
     * bits are converted through long, all other numbers through BigDecimal. A Number of an unknown class
     * (AtomicInteger, LongAdder, a user's class) is converted by its text. MAX_DIGITS keeps texts such as 1e999999999,
     * which may come from the network, from becoming numbers with that many digits.
     *
     * Times come from ISO text, milliseconds, java.time and java.util.Date. The time zone of the machine is not used.
     * So a local date does not become a moment, nor a moment a local date.
     */
    private static final int MAX_DIGITS = 10_000;

    private static final Set<Class<?>> NUMBERS = Set.of(
            Byte.class,
            Short.class,
            Integer.class,
            Long.class,
            Float.class,
            Double.class,
            BigInteger.class,
            BigDecimal.class);

    /** What else a text is converted to. */
    private static final Set<Class<?>> OF_TEXT = Set.of(
            Boolean.class,
            Character.class,
            URI.class,
            Path.class,
            File.class,
            Date.class,
            Duration.class,
            Instant.class,
            LocalDate.class,
            LocalTime.class,
            LocalDateTime.class,
            OffsetDateTime.class,
            ZonedDateTime.class);

    private static final Set<Class<?>> MOMENTS =
            Set.of(Date.class, Long.class, Instant.class, OffsetDateTime.class, ZonedDateTime.class);

    /** Loaded for the first duration in a text. */
    private static final class Units {
        static final Pattern PATTERN = Pattern.compile(
                "(-?\\d++)|(?:(\\d++)d)?(?:(\\d++)h)?(?:(\\d++)m(?!s))?(?:(\\d++)s)?(?:(\\d++)ms)?",
                Pattern.CASE_INSENSITIVE);
        /** The milliseconds of a unit, by the group in the pattern. */
        static final long[] MILLIS = {0, 1, 86_400_000, 3_600_000, 60_000, 1_000, 1};
    }

    /** Whether there is a conversion from exactly this type to exactly that type. */
    static boolean isKnown(Class<?> to, Class<?> from) {
        if (from == CharSequence.class) {
            return NUMBERS.contains(to) || OF_TEXT.contains(to);
        } else if (from == Number.class) {
            return NUMBERS.contains(to) || to == Boolean.class;
        } else if (to == String.class) {
            return from == Object.class || from == Enum.class || from == Date.class;
        } else if (to == Duration.class) {
            return from == Long.class || from == Integer.class;
        } else if (from == Duration.class) {
            return to == Long.class;
        }
        return MOMENTS.contains(from) && (to == Instant.class || to == Date.class || to == Long.class);
    }

    /** By the name of the type, as there is no switch over classes: only the JDK can define a class in java.*. */
    @Override
    public @Nullable Object convert(Object value, @Nullable Exchange exchange) {
        Number number = value instanceof Number known ? known : null;
        String text = value instanceof CharSequence ? value.toString().trim() : "";
        return switch (to.getName()) {
            case "java.lang.String" -> text(value);
            case "java.lang.Boolean" -> number == null ? truth(text) : number.doubleValue() != 0;
            case "java.lang.Character" -> onlyCharacter(value.toString());
            case "java.net.URI" -> URI.create(text);
            case "java.nio.file.Path" -> Path.of(value.toString());
            case "java.io.File" -> new File(value.toString());
            case "java.lang.Byte" -> (byte) whole(value, Byte.MIN_VALUE, Byte.MAX_VALUE);
            case "java.lang.Short" -> (short) whole(value, Short.MIN_VALUE, Short.MAX_VALUE);
            case "java.lang.Integer" -> (int) whole(value, Integer.MIN_VALUE, Integer.MAX_VALUE);
            case "java.lang.Long" -> millisOrWhole(value);
            case "java.lang.Float" ->
                (float) finite(number != null ? number.floatValue() : Float.parseFloat(decimalOnly(text)), value);
            case "java.lang.Double" ->
                finite(number != null ? number.doubleValue() : Double.parseDouble(decimalOnly(text)), value);
            case "java.math.BigInteger" -> number != null ? wholeOf(exact(number)) : new BigInteger(limited(text));
            case "java.math.BigDecimal" -> number != null ? decimal(number) : new BigDecimal(limited(text));
            case "java.util.Date" -> Date.from(moment(value));
            case "java.time.Instant" -> moment(value);
            case "java.time.Duration" -> number != null ? Duration.ofMillis(number.longValue()) : duration(text);
            case "java.time.LocalDate" -> LocalDate.parse(text);
            case "java.time.LocalTime" -> LocalTime.parse(text);
            case "java.time.LocalDateTime" -> LocalDateTime.parse(text);
            case "java.time.OffsetDateTime" -> OffsetDateTime.parse(text);
            case "java.time.ZonedDateTime" -> ZonedDateTime.parse(text);
            default -> to.isEnum() ? constant(to, text) : null;
        };
    }

    // ---- text

    private static String text(Object value) {
        if (value instanceof Enum<?> constant) {
            return constant.name();
        } else if (value.getClass() == Date.class) {
            return moment(value).toString(); // its own toString() loses milliseconds; those of java.sql are useful
        } else if (!value.getClass().isArray()) {
            return value.toString();
        }
        String inBrackets = Arrays.deepToString(new Object[] {value});
        return inBrackets.substring(1, inBrackets.length() - 1);
    }

    private static char onlyCharacter(String text) {
        if (text.length() != 1) {
            throw new IllegalArgumentException("not one character but " + text.length());
        }
        return text.charAt(0);
    }

    private static boolean truth(String text) {
        boolean yes = AsciiCase.equal(text, "true");
        if (!yes && !AsciiCase.equal(text, "false")) {
            throw new IllegalArgumentException("neither true nor false");
        }
        return yes;
    }

    private static Object constant(Class<?> type, String name) {
        Enum<?> otherCase = null;
        Object[] constants = type.getEnumConstants();
        String[] names = new String[constants.length];
        for (int i = 0; i < names.length; i++) {
            Enum<?> constant = (Enum<?>) constants[i];
            names[i] = constant.name();
            if (names[i].equals(name)) {
                return constant;
            }
            otherCase = otherCase == null && AsciiCase.equal(names[i], name) ? constant : otherCase;
        }
        if (otherCase == null) {
            throw new IllegalArgumentException("not one of " + String.join(", ", names));
        }
        return otherCase;
    }

    // ---- whole numbers

    private static long whole(Object value, long min, long max) {
        try {
            long number = value instanceof Number known
                    ? whole(known)
                    : Long.parseLong(value.toString().trim());
            if (number >= min && number <= max) {
                return number;
            }
        } catch (NumberFormatException | ArithmeticException e) {
            // it fails with the limits
        }
        String fault = "not a whole number from " + min + " to " + max;
        throw value instanceof Number ? new ArithmeticException(fault) : new NumberFormatException(fault);
    }

    private static long whole(Number number) {
        return number instanceof Integer || number instanceof Long || number instanceof Short || number instanceof Byte
                ? number.longValue()
                : exact(number).longValueExact();
    }

    private static BigInteger wholeOf(BigDecimal number) {
        checkDigits((long) number.precision() - number.scale());
        return number.toBigIntegerExact();
    }

    private static String limited(String digits) {
        checkDigits(digits.length());
        return digits;
    }

    private static void checkDigits(long digits) {
        if (digits > MAX_DIGITS) {
            throw new ArithmeticException("more than " + MAX_DIGITS + " digits");
        }
    }

    /**
     * The exact value of a floating-point number. {@link #decimal} instead gives the shortest decimal that converts
     * back to the number.
     */
    private static BigDecimal exact(Number number) {
        return number instanceof Double || number instanceof Float
                ? new BigDecimal(number.doubleValue())
                : decimal(number);
    }

    private static BigDecimal decimal(Number number) {
        if (number instanceof BigDecimal decimal) {
            return decimal;
        }
        return number instanceof BigInteger whole ? new BigDecimal(whole) : new BigDecimal(number.toString());
    }

    // ---- floating point

    /** Refuses what is a number only in the source of a Java program: 12F, 100d, 0x1p3. */
    private static String decimalOnly(String number) {
        boolean hexadecimal = number.indexOf('x') >= 0 || number.indexOf('X') >= 0;
        if (!number.isEmpty() && ("fFdD".indexOf(number.charAt(number.length() - 1)) >= 0 || hexadecimal)) {
            throw new NumberFormatException("not a decimal number");
        }
        return number;
    }

    /** Checks that a result is infinite only if the value was. */
    private static double finite(double result, Object value) {
        if (Double.isInfinite(result) && !value.toString().trim().endsWith("Infinity")) {
            throw new ArithmeticException("too large");
        }
        return result;
    }

    // ---- times

    private static long millisOrWhole(Object value) {
        if (value instanceof Number || value instanceof CharSequence) {
            return whole(value, Long.MIN_VALUE, Long.MAX_VALUE);
        }
        return value instanceof Duration duration
                ? duration.toMillis()
                : moment(value).toEpochMilli();
    }

    private static Instant moment(Object value) {
        if (value instanceof Date date) {
            return Instant.ofEpochMilli(date.getTime()); // java.sql.Date has a toInstant that throws
        } else if (value instanceof CharSequence text) {
            return Instant.parse(text.toString().trim());
        }
        return value instanceof Long millis ? Instant.ofEpochMilli(millis) : Instant.from((TemporalAccessor) value);
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
