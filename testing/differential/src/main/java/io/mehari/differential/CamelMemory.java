package io.mehari.differential;

import org.apache.camel.Exchange;

/** What Camel remembers of an exchange, and Mehari does not. The routes of both sides call this class. */
public final class CamelMemory {

    private CamelMemory() {}

    /** Makes Camel forget that an error handler has seen a failure; does nothing to an exchange of Mehari. */
    public static void forgetFailure(Object exchange) {
        if (exchange instanceof Exchange camel) {
            camel.getExchangeExtension().setFailureHandled(false);
            camel.getExchangeExtension().setErrorHandlerHandled(null);
        }
    }
}
