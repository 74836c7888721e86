package io.mehari.support.internal;

import io.mehari.spi.internal.OtherOptions;
import org.jspecify.annotations.Nullable;

/**
 * Options that Camel has and Mehari does not. Values that change nothing are accepted, because a URI may come from
 * Camel; for others an error message says what to do instead.
 */
public final class CamelOptions implements OtherOptions {
    private static final String CLAUSE = "use onException or errorHandler, or leave it out";
    private static final String RATE = "use groupSize";
    private static final String CONVERT = "put convertBodyTo(String.class) before the log";

    private static final String PEM = "use certificateFile and keyFile, or bind an SSLContext and set sslContext=#name";
    private static final String TRUST = "use trustFile, or bind an SSLContext and set sslContext=#name";

    /** The scheme and the option, the values that change nothing as a regular expression, and the remedy. */
    private static final String[][] TABLE = {
        {"bean.lazyStartProducer", "false", "use toD, which looks the bean up with the first message"},
        {"bean.scope", "Singleton", "bind an object for each use; one object serves all messages"},
        {"direct.bridgeErrorHandler", "false", CLAUSE},
        {"direct.exceptionHandler", "", CLAUSE},
        {"direct.exchangePattern", "", "use to(pattern, uri)"},
        {"direct.lazyStartProducer", "true|false", ""},
        {"direct.synchronous", "true|false", ""},
        {"disruptor.lazyStartProducer", "true|false", ""},
        {"log.exchangeFormatter", "", "write the text with the step log(text)"},
        {"log.groupActiveOnly", "true", RATE},
        {"log.groupDelay", "", RATE},
        {"log.groupInterval", "", RATE},
        {"log.lazyStartProducer", "true|false", ""},
        {"log.logMask", "false", "remove secrets before the log; those in URIs are never shown"},
        {"log.marker", ".*", ""}, // System.Logger has none
        {"log.showAllProperties", "false", "use showProperties"},
        {"log.showCachedStreams", "false", "use showStreams"},
        {"log.showFiles", "false", CONVERT},
        {"log.showFuture", "false", "set the body to the result before the log"},
        {"log.showRouteGroup", "false", "use showRouteId"},
        {"log.showVariables", "false", "use showProperties; there are no variables"},
        {"log.skipBodyLineSeparator", "true", "use the step log(text), which escapes line breaks"},
        {"log.sourceLocationLoggerName", "false", "name the logger in the URI"},
        {"log.style", "Default", "use multiline"},
        {"mock.browseLimit", "", "use retainFirst or retainLast"},
        {"mock.copyOnExchange", "true", "keep the exchange with a processor before the mock"},
        {"mock.lazyStartProducer", "true|false", ""},
        {"mock.log", "false", "send to a log: endpoint before the mock"},
        {"mock.reportGroup", "", "send to a log: endpoint with groupSize before the mock"},
        {"mock.sleepForEmptyTest", "", "use assertPeriod"},
        {"netty.keyStoreFile", "", PEM},
        {"netty.keyStoreResource", "", PEM},
        {"netty.sslContextParameters", "", PEM},
        {"netty.trustStoreFile", "", TRUST},
        {"netty.trustStoreResource", "", TRUST},
        {"netty-http.keyStoreFile", "", PEM},
        {"netty-http.keyStoreResource", "", PEM},
        {"netty-http.sslContextParameters", "", PEM},
        {"netty-http.trustStoreFile", "", TRUST},
        {"netty-http.trustStoreResource", "", TRUST},
        {"seda.lazyStartProducer", "true|false", ""},
        {"timer.bridgeErrorHandler", "false", CLAUSE},
        {"timer.daemon", "true", "keep the process alive with Main or run()"},
        {"timer.exceptionHandler", "", CLAUSE},
        {"timer.runLoggingLevel", "TRACE|OFF", "use the step log(text)"},
        {"timer.synchronous", "true|false", ""},
        {"timer.timer", "", "set the thread pools of the context"},
    };

    /** For {@code ServiceLoader}. */
    public CamelOptions() {}

    @Override
    public boolean isWithoutEffect(String scheme, String name, String value) {
        String[] row = row(scheme, name);
        return row != null && value.matches(row[1]) && !(row[1].isEmpty() && value.isEmpty());
    }

    @Override
    public @Nullable String remedy(String scheme, String name) {
        String[] row = row(scheme, name);
        if (row == null) {
            return null;
        }
        String taken = row[1].isEmpty() || row[1].equals(".*") ? "" : "; it may be " + row[1].replace("|", " or ");
        return " here, as in Camel" + taken + (row[2].isEmpty() ? "" : ": " + row[2]);
    }

    private static String @Nullable [] row(String scheme, String name) {
        String key = scheme + '.' + name;
        for (String[] each : TABLE) {
            if (each[0].equals(key)) {
                return each;
            }
        }
        return null;
    }
}
