package io.mehari.scenarios.vertx;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.eventbus.MessageCodec;

/** Hands bodies over as they are, within one JVM: what its users register for types of their own. */
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

    /** Not one of its own. */
    @Override
    public byte systemCodecID() {
        return -1;
    }
}
