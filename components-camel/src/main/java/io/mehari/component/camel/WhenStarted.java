package io.mehari.component.camel;

import org.apache.camel.CamelContext;
import org.apache.camel.StartupListener;

/** Waits until Camel has started with all of its routes: it starts none that is added meanwhile. */
interface WhenStarted extends StartupListener {
    void onStarted() throws Exception;

    @Override
    default void onCamelContextStarted(CamelContext context, boolean alreadyStarted) throws Exception {
        if (alreadyStarted) {
            onStarted();
        }
    }

    @Override
    default void onCamelContextFullyStarted(CamelContext context, boolean alreadyStarted) throws Exception {
        onStarted();
    }
}
