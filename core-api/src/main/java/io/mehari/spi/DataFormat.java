package io.mehari.spi;

import io.mehari.Exchange;
import java.io.InputStream;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/** Writes objects as bytes, and reads them again. One instance serves all messages at once. */
public interface DataFormat {

    /** Writes the body to the stream. */
    void marshal(Exchange exchange, Object body, OutputStream stream) throws Exception;

    /** Reads an object, which becomes the body. */
    @Nullable
    Object unmarshal(Exchange exchange, InputStream stream) throws Exception;
}
