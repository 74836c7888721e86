package io.mehari.impl.exchange;

import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.nio.ByteBuffer;

/** Reads a {@link StreamCache} as characters, of two bytes each. */
final class CachedReader extends Reader {
    private static final int MOST = 4096;

    final InputStream bytes;

    CachedReader(InputStream bytes) {
        this.bytes = bytes;
    }

    @Override
    public int read(char[] to, int offset, int length) throws IOException {
        ByteBuffer pairs = ByteBuffer.allocate(2 * Math.min(length, MOST));
        int count = bytes.read(pairs.array(), 0, pairs.capacity());
        pairs.asCharBuffer().get(to, offset, Math.max(count, 0) / 2);
        return count < 0 ? -1 : count / 2;
    }

    @Override
    public void close() throws IOException {
        bytes.close();
    }

    /** The characters of a reader as bytes, for even lengths. */
    static final class Source extends InputStream {
        private final Reader text;

        Source(Reader text) {
            this.text = text;
        }

        @Override
        public int read() {
            throw new UnsupportedOperationException("a character has two bytes");
        }

        @Override
        public int read(byte[] to, int offset, int length) throws IOException {
            int count = text.read(ByteBuffer.wrap(to, offset, length).asCharBuffer());
            return count < 0 ? -1 : 2 * count;
        }

        @Override
        public void close() throws IOException {
            text.close();
        }
    }
}
