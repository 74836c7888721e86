package io.mehari.load;

import io.mehari.scenarios.Payload;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * The bodies that one producer sends in turn, each with a number that identifies it. One thread uses this object; the
 * fields that {@link #isWhole} uses never change.
 */
final class Bodies {
    /*
     * Without a size, the bodies are created once and sent again and again, so all allocations are those of the router.
     * With a size, each message gets a new body when it is sent, as in an application, and the receiver reads the whole
     * body. Both cost the same in each subject.
     */
    private final List<BodyType> mix;
    private final int first;
    private final byte[] content;
    private final boolean fresh;
    private final Object[] ring = new Object[Payload.RING];
    private final int[] sums = new int[Payload.RING];

    Bodies(List<BodyType> mix, int bytes, int producer) {
        this.mix = mix;
        first = producer * Payload.RING;
        content = new byte[Math.max(bytes, Payload.DIGITS)];
        Arrays.fill(content, (byte) 'x');
        fresh = bytes > 0;
        for (int i = 0; i < ring.length; i++) {
            ring[i] = make(i);
            sums[i] = sum(ring[i]);
        }
    }

    /** The body at that place of the endless sequence. */
    Object at(long place) {
        int index = (int) (place % Payload.RING);
        return fresh ? make(index) : ring[index];
    }

    /** A list of all bodies, from place 0 on. */
    List<Object> asList() {
        if (!fresh) {
            return List.of(ring);
        }
        Object[] bodies = new Object[Payload.RING];
        for (int i = 0; i < bodies.length; i++) {
            bodies[i] = make(i);
        }
        return Arrays.asList(bodies);
    }

    /** The body at that place of the ring. It must not be sent. */
    Object sample(int index) {
        return ring[index];
    }

    /** Whether the arrived body equals the sent one at that place of the ring. Reads the whole body. */
    boolean isWhole(int index, Object body) {
        return !fresh || sum(body) == sums[index];
    }

    private Object make(int index) {
        int number = first + index;
        return switch (mix.get(index % mix.size())) {
            case NUMBER -> number;
            case PARCEL -> fresh ? new Payload.Parcel(number, text(number)) : new Payload.Parcel(number);
            case FILE -> new File(text(number));
            case TEXT -> text(number);
        };
    }

    private String text(int number) {
        int rest = number;
        for (int i = 1; i <= Payload.DIGITS; i++) {
            content[content.length - i] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        return new String(content, StandardCharsets.ISO_8859_1);
    }

    private static int sum(Object body) {
        return body instanceof Payload.Parcel parcel ? parcel.content().hashCode() : body.hashCode();
    }
}
