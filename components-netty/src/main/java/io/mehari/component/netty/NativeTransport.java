package io.mehari.component.netty;

import io.mehari.spi.Log;
import io.netty.channel.Channel;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;

/** Linux's epoll without the JDK in between. Loaded only where it is asked for; its jar is optional. */
final class NativeTransport {
    private static final String REMEDY =
            "put io.netty:netty-transport-native-epoll with the classifier of this machine (linux-x86_64,"
                    + " linux-aarch_64) on the class path, or leave nativeTransport out";

    private NativeTransport() {}

    /** @throws IllegalStateException if it is not there, with what to do */
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
