package io.mehari.collect.slots;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.security.SecureRandom;
import org.jspecify.annotations.Nullable;

/** What others must not guess: the keys of {@link KeyedHash}, and the beginnings of ids. */
public final class RandomBits {
    /*
     * Law S4: a class whose static initializer meets a full heap or stack can never be used again. So this class has
     * none, and reads the device of the system where there is one: a SecureRandom initializes many classes. If neither
     * works, the bits are mixed from what differs between processes and calls, and the next need tries again.
     *
     * A table that has been built with one of the two keys keeps it. So neither ever changes.
     */
    static final byte NO_KEY = 0;
    static final byte MIXED = 1;
    static final byte DRAWN = 2;

    private static volatile long @Nullable [] drawn;
    private static volatile long @Nullable [] mixed;
    private static int calls; // a race only makes two calls less different

    private RandomBits() {}

    /** At the start of a context, so that there is a key before the heap is full. */
    public static void drawKey() {
        chooseKey();
    }

    /** For a table that needs a key from now on: DRAWN, or MIXED if the source fails now. */
    static byte chooseKey() {
        return drawn != null ? DRAWN : draw();
    }

    private static synchronized byte draw() {
        try {
            drawn = drawn == null ? read(2) : drawn;
            return DRAWN;
        } catch (Throwable e) { // the heap may be full, and a class of the provider broken
            mixed = mixed == null ? new long[] {mix(), mix()} : mixed;
            return MIXED;
        }
    }

    static long @Nullable [] key(byte chosen) {
        return chosen == DRAWN ? drawn : mixed;
    }

    public static long next() {
        try {
            return read(1)[0];
        } catch (Throwable e) {
            return mix();
        }
    }

    private static long[] read(int count) throws IOException {
        byte[] bytes = new byte[count * Long.BYTES];
        if (!readDevice(bytes)) {
            new SecureRandom().nextBytes(bytes);
        }
        long[] read = new long[count];
        for (int i = 0; i < bytes.length; i++) {
            read[i / Long.BYTES] = (read[i / Long.BYTES] << 8) | (bytes[i] & 0xff);
        }
        return read;
    }

    /** False where there is none, as on Windows. */
    private static boolean readDevice(byte[] into) {
        if (File.separatorChar != '/') {
            return false;
        }
        try (InputStream device = new FileInputStream("/dev/urandom")) {
            return device.readNBytes(into, 0, into.length) == into.length;
        } catch (IOException e) {
            return false;
        }
    }

    /** Allocates nothing. */
    static long mix() {
        long bits = scramble(System.nanoTime() + calls++);
        bits = scramble(bits ^ System.currentTimeMillis());
        bits = scramble(bits ^ Runtime.getRuntime().freeMemory());
        return scramble(bits ^ System.identityHashCode(Thread.currentThread()) ^ System.nanoTime());
    }

    /** The last steps of SplitMix64, which spread each bit over all. */
    private static long scramble(long bits) {
        long some = (bits ^ bits >>> 30) * 0xbf58476d1ce4e5b9L;
        some = (some ^ some >>> 27) * 0x94d049bb133111ebL;
        return some ^ some >>> 31;
    }
}
