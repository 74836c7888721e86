package io.mehari.engine;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/*
 * Double.toString is not used: JDK 19 changed its output, and a file must have the same bytes on each JDK.
 * String.format is not used: it depends on the locale.
 */
/** Formats numbers: exactly for files, with three digits for readers. The same on every JDK and in every locale. */
public final class Numbers {
    private static final int DIGITS_OF_A_DOUBLE = 17;
    private static final int SHOWN_DIGITS = 3;
    private static final String[] UNITS = {"", " k", " M", " G", " T", " P"};

    private Numbers() {}

    /** The shortest decimal number that is parsed as exactly this value. */
    public static String exact(double value) {
        if (Double.isNaN(value) || Double.isInfinite(value)) {
            throw new IllegalArgumentException(value + " is no number that JSON can hold: leave the row out");
        }
        if (value == 0) {
            return "0";
        }
        BigDecimal whole = new BigDecimal(value);
        BigDecimal shortest = whole;
        for (int digits = 1; digits <= DIGITS_OF_A_DOUBLE; digits++) {
            shortest = whole.round(new MathContext(digits, RoundingMode.HALF_EVEN));
            if (shortest.doubleValue() == value) {
                break;
            }
        }
        BigDecimal stripped = shortest.stripTrailingZeros();
        int exponent = stripped.precision() - stripped.scale();
        return exponent < -5 || exponent > 18 ? stripped.toString() : stripped.toPlainString();
    }

    /**
     * Three digits, or all digits before the decimal point. From ten thousand on, with a letter for the magnitude:
     * 9876, 12.3 k, 4.56 M.
     */
    public static String shown(double value) {
        if (value == 0) {
            return "0";
        }
        if (Math.abs(value) >= 1000 && Math.abs(value) < 9_999.5) {
            return rounded(value, 0);
        }
        BigDecimal rounded = new BigDecimal(value).round(new MathContext(SHOWN_DIGITS, RoundingMode.HALF_UP));
        int unit = 0;
        if (rounded.abs().compareTo(BigDecimal.valueOf(10_000)) >= 0) {
            while (unit + 1 < UNITS.length && rounded.abs().compareTo(BigDecimal.valueOf(1000)) >= 0) {
                rounded = rounded.movePointLeft(3);
                unit++;
            }
        }
        return rounded.stripTrailingZeros().toPlainString() + UNITS[unit];
    }

    /** Like {@link #shown}, with a unit for bytes: 80 B, 98.8 kB. */
    public static String bytes(double value) {
        String shown = shown(value);
        boolean scaled = Character.isLetter(shown.charAt(shown.length() - 1));
        return shown + (scaled ? "B" : " B");
    }

    /** A ratio with three digits and an x: 2.31x. */
    public static String ratio(double value) {
        return Double.isInfinite(value) ? "∞x" : shown(value) + "x";
    }

    /** Rounded to at most that many decimals, for drawings. */
    public static String rounded(double value, int decimals) {
        BigDecimal rounded =
                new BigDecimal(value).setScale(decimals, RoundingMode.HALF_UP).stripTrailingZeros();
        return rounded.signum() == 0 ? "0" : rounded.toPlainString();
    }
}
