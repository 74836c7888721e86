package io.mehari.scenarios;

import java.io.File;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * The bodies that are sent: made once, so that no message has to pay for its own, and numbered, so that each is known
 * again.
 */
public final class Payload {
    /*
     * A sender has a ring of RING bodies and sends them in turn. The number of a body is sender * RING + place; text
     * ends with it, in DIGITS digits.
     */

    /** How many bodies each sender has. */
    public static final int RING = 1000;

    /** How many threads may send. */
    public static final int MOST_SENDERS = 90;

    /** Of how many kinds bodies are. */
    public static final int KINDS = 4;

    /** How many digits text ends with. */
    public static final int DIGITS = 5;

    private Payload() {}

    /**
     * A bean, as an application would send it.
     *
     * @param number which it is
     * @param content what is in it; no route looks at it
     */
    public record Parcel(int number, String content) {

        /** An empty one. */
        public Parcel(int number) {
            this(number, "");
        }

        /** From 0; what a router sends it by. */
        public int kind() {
            return number % KINDS;
        }
    }

    /** The bodies of that sender, in the order in which it sends them. */
    public static Object[] ring(Variation variation, int sender) {
        Object[] bodies = new Object[RING];
        Arrays.setAll(bodies, place -> {
            int number = sender * RING + place;
            if (variation.sendsLists()) {
                return text("part-", number);
            }
            return variation.mixed() ? mixed(number) : new Parcel(number);
        });
        return bodies;
    }

    /** All bodies of the first sender as one list: what is split. */
    public static List<Object> parts() {
        return List.of(ring(Variation.of(Scenario.CAMEL_23686.id()), 0));
    }

    private static Object mixed(int number) {
        return switch (number % KINDS) {
            case 0 -> text("order-", number);
            case 1 -> number;
            case 2 -> new File(text("file-", number));
            default -> new Parcel(number);
        };
    }

    private static String text(String name, int number) {
        return String.format(Locale.ROOT, "%s%0" + DIGITS + "d", name, number);
    }

    /** Which body that is, whatever it was sent through; -1 when it is none of these. */
    public static int numberOf(Object body) {
        if (body instanceof Parcel parcel) {
            return parcel.number;
        }
        if (body instanceof String text) {
            return lastDigits(text);
        }
        if (body instanceof Integer number) {
            return number;
        }
        return body instanceof File file ? lastDigits(file.getPath()) : -1;
    }

    private static int lastDigits(String text) {
        int number = 0;
        for (int i = Math.max(0, text.length() - DIGITS); i < text.length(); i++) {
            int digit = text.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                return -1;
            }
            number = number * 10 + digit;
        }
        return text.length() < DIGITS ? -1 : number;
    }

    /**
     * Which of four ways a router sends a body, from 0. Where types are mixed this is the type: text, integer, file,
     * parcel; and a router of the user's asks for it by {@code instanceof}.
     */
    public static int kindOf(Object body) {
        return numberOf(body) % KINDS;
    }

    /** Whether a filter lets it through: every other one. */
    public static boolean isKept(Object body) {
        return kindOf(body) % 2 == 0;
    }
}
