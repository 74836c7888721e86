package io.mehari.spi.internal;

import java.io.InputStream;

/** A body that reads another stream, and can be read again. */
public abstract class RereadStream extends InputStream {
    protected RereadStream() {}

    public abstract InputStream source();
}
