package io.mehari;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class ShutdownHookTest {

    @Test
    @Timeout(10)
    void nobodyWaitsForAHookWhileTheProcessGoesOn() throws Exception {
        ShutdownHook hook = ShutdownHook.add("idle", () -> {});
        try {
            ShutdownHook.awaitAll();
        } finally {
            hook.remove();
        }
    }
}
