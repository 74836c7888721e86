package io.mehari.component.netty;

import java.io.IOException;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/** Ports that are free. */
public final class Ports {
    private static final int FIRST = 15_000;
    private static final int LAST = 32_000; // above, systems choose ports of clients, which might take one in between

    private Ports() {}

    public static int free() throws IOException {
        for (int attempt = 0; attempt < 100; attempt++) {
            int port = ThreadLocalRandom.current().nextInt(FIRST, LAST);
            try (ServerSocket socket = new ServerSocket(port)) {
                return socket.getLocalPort();
            } catch (IOException e) {
                // it is in use
            }
        }
        throw new IOException("No port from " + FIRST + " to " + LAST + " is free");
    }
}
