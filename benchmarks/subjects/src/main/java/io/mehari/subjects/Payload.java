package io.mehari.subjects;

import java.io.File;
import java.util.Arrays;
import java.util.Locale;

/**
 * The bodies that are sent. They are created once, so that creating them is not part of the cost of a message. Each has
 * a number, so that it is recognized when it arrives.
 */
public final class Payload {
    /*
     * Each sender has RING bodies and sends them in turn. The number of a body is sender * RING + place. A text ends
     * with its number, in DIGITS digits.
     */

    /** The number of bodies of each sender. */
    public static final int RING = 1000;

    private static final int KINDS = 4;

    private static final int DIGITS = 5;

    private Payload() {}

    /**
     * A bean, as an application would send it.
     *
     * @param number its number
     */
    public record Parcel(int number) {

        /** The kind, from 0, by which a router chooses the route. */
        public int kind() {
            return number % KINDS;
        }
    }

    /** The bodies of that sender, in the order in which it sends them. */
    public static Object[] ring(Scenario scenario, int sender) {
        Object[] bodies = new Object[RING];
        Arrays.setAll(bodies, place -> {
            int number = sender * RING + place;
            if (scenario.sendsLists()) {
                return text("part-", number);
            }
            return scenario.mixed() ? mixed(number) : new Parcel(number);
        });
        return bodies;
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

    /** The number of a received body, in any form that a library gives it; -1 if it is not one of these bodies. */
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
     * The number of the route, from 0 to 3, that a router chooses for a body. With mixed types it depends on the type:
     * text, integer, file, parcel. Routers check the type with {@code instanceof}.
     */
    public static int kindOf(Object body) {
        return numberOf(body) % KINDS;
    }

    /** Whether a filter keeps the body: it keeps every second one. */
    public static boolean isKept(Object body) {
        return kindOf(body) % 2 == 0;
    }
}
