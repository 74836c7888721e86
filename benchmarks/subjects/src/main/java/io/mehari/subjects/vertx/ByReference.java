package io.mehari.subjects.vertx;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.eventbus.MessageCodec;

/** A codec that passes bodies by reference within one JVM, as users of Vert.x register it for their own types. */
final class ByReference implements MessageCodec<Object, Object> {
    static final String NAME = "by-reference";

    ByReference() {}

    @Override
    public void encodeToWire(Buffer buffer, Object body) {
        throw new UnsupportedOperationException("within one JVM only");
    }

    @Override
    public Object decodeFromWire(int position, Buffer buffer) {
        throw new UnsupportedOperationException("within one JVM only");
    }

    @Override
    public Object transform(Object body) {
        return body;
    }

    @Override
    public String name() {
        return NAME;
    }

    /** The id of a codec that is not part of Vert.x. */
    @Override
    public byte systemCodecID() {
        return -1;
    }
}
