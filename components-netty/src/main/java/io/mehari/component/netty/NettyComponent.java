package io.mehari.component.netty;

import io.mehari.Component;
import io.mehari.Endpoint;
import io.mehari.InvalidOptionException;
import io.mehari.component.netty.socket.EventLoops;
import io.mehari.component.netty.tcp.TcpEndpoint;
import io.mehari.spi.EndpointOption;
import io.mehari.spi.EndpointOptions;
import java.util.List;

/**
 * {@code netty:tcp://host:port}. A route that starts there is a server, or a client that receives. A route that sends
 * there is a client.
 */
public sealed class NettyComponent extends Component permits NettyHttpComponent {
    private static final String TCP = "tcp:";

    final EventLoops loops;

    public NettyComponent() {
        this("netty");
    }

    NettyComponent(String threads) {
        loops = new EventLoops(threads);
    }

    /**
     * The number of threads that serve the sockets. They are created when they are needed. The default is the number of
     * processors, but at most 4. Set it before the context starts.
     */
    public void setWorkerCount(int workerCount) {
        loops.setThreads(workerCount);
    }

    /**
     * Whether sockets use Netty's native transport for Linux (epoll) instead of the JDK's selector. The default is
     * false. It needs {@code io.netty:netty-transport-native-epoll} with the classifier of the machine; a route that
     * starts without it fails. Set it before the context starts.
     */
    public void setNativeTransport(boolean nativeTransport) {
        loops.setNativeTransport(nativeTransport);
    }

    @Override
    public String getScheme() {
        return "netty";
    }

    @Override
    public List<EndpointOption<?>> getOptions() {
        return TcpEndpoint.OPTIONS;
    }

    @Override
    public Endpoint createEndpoint(String uri, String remaining, EndpointOptions options) {
        if (!remaining.startsWith(TCP)) {
            throw new InvalidOptionException(
                    uri, "its protocol is not supported: write netty:tcp://host:port (there is no UDP)", null);
        }
        String address = remaining.substring(TCP.length());
        String hostAndPort = address.startsWith("//") ? address.substring(2) : address;
        int slash = hostAndPort.indexOf('/');
        String plain = slash < 0 ? hostAndPort : hostAndPort.substring(0, slash);
        return new TcpEndpoint(getContext(), uri, loops, plain, options);
    }

    /** Ends the threads. */
    @Override
    public void stop() {
        loops.stop();
    }
}
