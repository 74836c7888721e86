package io.mehari.component.netty.socket;

import io.mehari.spi.internal.Log;
import io.netty.channel.Channel;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;

/** Netty's native transport for Linux (epoll). Loaded only if it is turned on, because its jar is optional. */
final class NativeTransport {
    private static final String REMEDY =
            "put io.netty:netty-transport-native-epoll with the classifier of this machine (linux-x86_64,"
                    + " linux-aarch_64) on the class path, or leave nativeTransport out";

    private NativeTransport() {}

    /** @throws IllegalStateException if it is not available; the message says what to do */
    static IoHandlerFactory handlers() {
        Throwable missing;
        try {
            missing = Epoll.unavailabilityCause();
        } catch (NoClassDefFoundError e) {
            missing = e;
        }
        if (missing != null) {
            throw new IllegalStateException(
                    "nativeTransport is not available (" + Log.describe(missing) + "): " + REMEDY, missing);
        }
        return EpollIoHandler.newFactory();
    }

    static Class<? extends ServerChannel> serverClass() {
        return EpollServerSocketChannel.class;
    }

    static Class<? extends Channel> clientClass() {
        return EpollSocketChannel.class;
    }
}
