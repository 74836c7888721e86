package io.mehari.connectors;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpVersion;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/**
 * Netty as its examples use it: everything runs on the event loops, without the protection that a server needs against
 * bad clients.
 */
final class NettyPeer implements Peer {
    private static final int MOST_BODY = 1 << 20;
    private static final long PAUSE_NANOS = 10_000;

    private final EventLoopGroup loops = new MultiThreadIoEventLoopGroup(
            Math.min(4, Runtime.getRuntime().availableProcessors()), NioIoHandler.newFactory());
    private final ArrayBlockingQueue<byte[]> queue = new ArrayBlockingQueue<>(QUEUE);

    @Override
    public void start() {}

    @Override
    public void serve(int port, LongAdder taken) throws Exception {
        Peer.take(queue, taken);
        new ServerBootstrap()
                .group(loops)
                .channel(NioServerSocketChannel.class)
                .option(ChannelOption.SO_BACKLOG, 1_024)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childHandler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        channel.pipeline()
                                .addLast(new HttpServerCodec(), new HttpObjectAggregator(MOST_BODY), new Handler());
                    }
                })
                .bind("127.0.0.1", port)
                .sync();
    }

    private final class Handler extends SimpleChannelInboundHandler<FullHttpRequest> {
        @Override
        protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request)
                throws InterruptedException {
            boolean echo = request.uri().equals("/echo");
            byte[] body = ByteBufUtil.getBytes(request.content());
            if (!echo) {
                queue.put(body);
            }
            FullHttpResponse response = new DefaultFullHttpResponse(
                    HttpVersion.HTTP_1_1,
                    echo ? HttpResponseStatus.OK : HttpResponseStatus.ACCEPTED,
                    echo ? Unpooled.wrappedBuffer(body) : Unpooled.EMPTY_BUFFER);
            response.headers()
                    .set(HttpHeaderNames.CONTENT_TYPE, "text/plain")
                    .set(HttpHeaderNames.CONTENT_LENGTH, response.content().readableBytes());
            var unused = context.writeAndFlush(response, context.voidPromise());
        }

        /** When a load ends, its connections are reset. Without this method, Netty logs a warning for each. */
        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            var unused = context.close();
        }
    }

    @Override
    public Sender sender(int port, boolean waits) throws Exception {
        Channel channel = new Bootstrap()
                .group(loops)
                .channel(NioSocketChannel.class)
                .option(ChannelOption.TCP_NODELAY, true)
                .handler(new ChannelInboundHandlerAdapter())
                .connect("127.0.0.1", port)
                .sync()
                .channel();
        return line -> {
            ByteBuf bytes = channel.alloc().buffer(line.length() + 1);
            bytes.writeCharSequence(line, java.nio.charset.StandardCharsets.UTF_8);
            bytes.writeByte('\n');
            if (waits) {
                channel.writeAndFlush(bytes).sync();
            } else {
                while (!channel.isWritable()) {
                    LockSupport.parkNanos(PAUSE_NANOS);
                }
                var unused = channel.writeAndFlush(bytes, channel.voidPromise());
            }
        };
    }
}
