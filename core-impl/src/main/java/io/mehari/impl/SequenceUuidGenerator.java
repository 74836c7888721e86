package io.mehari.impl;

import io.mehari.collect.slots.RandomBits;
import io.mehari.spi.UuidGenerator;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Creates ids such as {@code 5K0RMD2F9TQ1-2A}: a random prefix, drawn once, and a sequence number. */
public final class SequenceUuidGenerator implements UuidGenerator {

    private static final String DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
    private static final int PREFIX = 12;
    private static final int BITS_PER_DIGIT = 5;

    private final AtomicLong last = new AtomicLong();

    /** Made with the first id. */
    private volatile byte @Nullable [] prefix;

    public SequenceUuidGenerator() {}

    private synchronized byte[] makePrefix() {
        byte[] made = prefix;
        if (made != null) {
            return made;
        }
        made = new byte[PREFIX + 1];
        long random = RandomBits.next();
        for (int i = 0; i < PREFIX; i++) {
            made[i] = digit(random >>> (i * BITS_PER_DIGIT));
        }
        made[PREFIX] = '-';
        prefix = made;
        return made;
    }

    private static byte digit(long value) {
        return (byte) DIGITS.charAt((int) (value & 31));
    }

    @Override
    public String generateUuid() {
        byte[] known = prefix;
        byte[] first = known != null ? known : makePrefix();
        long number = last.incrementAndGet();
        int digits = (63 - Long.numberOfLeadingZeros(number)) / BITS_PER_DIGIT + 1;
        byte[] id = new byte[PREFIX + 1 + digits];
        System.arraycopy(first, 0, id, 0, PREFIX + 1);
        for (int i = id.length - 1; i > PREFIX; i--) {
            id[i] = digit(number);
            number >>>= BITS_PER_DIGIT;
        }
        return new String(id, StandardCharsets.ISO_8859_1);
    }
}
