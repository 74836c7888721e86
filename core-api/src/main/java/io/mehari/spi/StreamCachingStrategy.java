package io.mehari.spi;

import java.nio.file.Path;
import java.util.Objects;

/**
 * How much is kept of a body that is a stream or a reader, so that it can be read more than once: in memory up to the
 * spool threshold, then in a file up to the limit. A body that is longer can be read once; whoever reads it again gets
 * a {@link io.mehari.StreamCacheException}. A character counts as two bytes.
 */
public final class StreamCachingStrategy {
    private volatile boolean enabled = true;
    private volatile int spoolThreshold = 128 << 10;
    private volatile long limit = 256L << 20;
    private volatile Path spoolDirectory = Path.of(System.getProperty("java.io.tmpdir"));

    /** The defaults. */
    public StreamCachingStrategy() {}

    public boolean isEnabled() {
        return enabled;
    }

    /** Whether streams are kept at all; true by default. */
    public void setEnabled(boolean enabled) {
        this.enabled = enabled;
    }

    public int getSpoolThreshold() {
        return spoolThreshold;
    }

    /** How many bytes of a stream are kept in memory; 128 KB by default. */
    public void setSpoolThreshold(int bytes) {
        spoolThreshold = bytes;
    }

    public long getLimit() {
        return limit;
    }

    /** How many bytes of a stream are kept; 256 MB by default. If that is not above the threshold, there is no file. */
    public void setLimit(long bytes) {
        limit = bytes;
    }

    public Path getSpoolDirectory() {
        return spoolDirectory;
    }

    /** The directory of the files, which must exist; by default that of the system for temporary files. */
    public void setSpoolDirectory(Path directory) {
        spoolDirectory =
                Objects.requireNonNull(directory, "setSpoolDirectory(directory): directory is null; give a Path");
    }
}
