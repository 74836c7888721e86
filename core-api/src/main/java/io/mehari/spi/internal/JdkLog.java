package io.mehari.spi.internal;

import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Lines for {@code java.util.logging} with the name of the logger in place of the class that calls it. */
final class JdkLog {
    private JdkLog() {}

    static void write(String name, System.Logger.Level level, String text, @Nullable Throwable failure) {
        Logger logger = Logger.getLogger(name);
        Level its = Level.parse(Integer.toString(level.getSeverity())); // the JDK maps them so
        if (logger.isLoggable(its)) {
            LogRecord line = new LogRecord(its, text);
            line.setLoggerName(name);
            line.setThrown(failure);
            line.setSourceClassName(null); // else the log looks for the caller, which is Mehari
            line.setSourceMethodName(null);
            logger.log(line);
        }
    }
}
