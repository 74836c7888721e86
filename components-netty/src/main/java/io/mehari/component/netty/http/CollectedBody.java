package io.mehari.component.netty.http;

import io.netty.buffer.ByteBuf;
import java.util.Arrays;
import java.util.function.BooleanSupplier;

/** The body of a request while it comes. Used by the event loop. */
final class CollectedBody {
    private static final byte[] NO_BYTES = {};

    private final int most;
    private final BooleanSupplier mayGrow;
    private byte[] bytes = NO_BYTES;
    private int length;

    /** @param mayGrow whether the server has memory for more */
    CollectedBody(int most, BooleanSupplier mayGrow) {
        this.most = most;
        this.mayGrow = mayGrow;
    }

    /** Adds a part of the body. Returns the status with which the request is refused, or 0. */
    int add(ByteBuf part) {
        int more = part.readableBytes();
        if (length + more > most) {
            return 413;
        }
        if (length + more > bytes.length) {
            if (!mayGrow.getAsBoolean()) {
                return 503;
            }
            bytes = Arrays.copyOf(bytes, Math.min(most, Math.max(length + more, bytes.length * 2)));
        }
        part.readBytes(bytes, length, more);
        length += more;
        return 0;
    }

    /** The whole body, which is kept here no longer. */
    byte[] take() {
        byte[] whole = length == bytes.length ? bytes : Arrays.copyOf(bytes, length);
        clear();
        return whole;
    }

    void clear() {
        bytes = NO_BYTES;
        length = 0;
    }
}
