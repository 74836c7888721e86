package io.mehari.component.netty.socket;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelOption;
import io.netty.channel.ConnectTimeoutException;
import io.netty.channel.EventLoop;
import io.netty.util.NetUtil;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Connects to hosts by name. A look-up blocks for as long as the system likes, so it never runs on an event loop. */
final class Names {
    private static final int MOST_THREADS = 16;
    private static final int MOST_WAITING = 1_000;

    /** All who connect to a host share its look-up: one that does not end takes one thread. */
    private final Map<String, CompletableFuture<InetAddress>> underWay = new ConcurrentHashMap<>();

    private final ThreadPoolExecutor threads;

    Names(String component) {
        threads = new ThreadPoolExecutor(
                MOST_THREADS,
                MOST_THREADS,
                1,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(MOST_WAITING),
                new DefaultThreadFactory("mehari-" + component + "-names", true),
                (task, pool) -> {
                    throw new IllegalStateException(MOST_WAITING + " other names wait for their addresses");
                });
        threads.allowCoreThreadTimeOut(true); // so they need no stop
    }

    /** Fails the connections that wait for an address. Those after a new start look again. */
    void stop() {
        var stopped = new ConnectException("the context has stopped");
        underWay.values().removeIf(each -> each.completeExceptionally(stopped));
    }

    /** Look-up and connection are both within connectTimeout. Completes on the event loop, unless that has stopped. */
    CompletableFuture<Channel> connect(Bootstrap client, SocketSettings settings, EventLoop loop) {
        CompletableFuture<Channel> result = new CompletableFuture<>();
        int limit = settings.connectTimeoutMillis;
        long begun = System.nanoTime();
        CompletableFuture<InetAddress> found = find(settings.host);
        String late = "the address of " + settings.host + " was not found within " + limit + " ms (connectTimeout)";
        var timer = loop.schedule(
                () -> result.completeExceptionally(new ConnectTimeoutException(late)), limit, TimeUnit.MILLISECONDS);
        var unused = found.whenCompleteAsync(
                        (address, failure) -> {
                            if (timer.cancel(false) && failure == null) {
                                long used = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun);
                                client.option(ChannelOption.CONNECT_TIMEOUT_MILLIS, (int) Math.max(1, limit - used))
                                        .connect(new InetSocketAddress(address, settings.port))
                                        .addListener((ChannelFuture done) -> {
                                            boolean unusedToo = done.isSuccess()
                                                    ? result.complete(done.channel())
                                                    : result.completeExceptionally(done.cause());
                                        });
                            }
                        },
                        loop) // if it has stopped, that is the failure
                .handle((address, failure) -> failure != null && result.completeExceptionally(failure.getCause()));
        return result;
    }

    /** Completes on any thread. */
    private CompletableFuture<InetAddress> find(String host) {
        InetAddress literal = NetUtil.createInetAddressFromIpAddressString(host);
        return literal != null
                ? CompletableFuture.completedFuture(literal)
                : underWay.computeIfAbsent(host, name -> {
                    CompletableFuture<InetAddress> found = new CompletableFuture<>();
                    threads.execute(() -> lookUp(name, found));
                    return found;
                });
    }

    @SuppressWarnings("CatchingUnchecked") // the resolver may be the user's, and throw anything
    private void lookUp(String host, CompletableFuture<InetAddress> found) {
        try {
            InetAddress address = InetAddress.getByName(host);
            underWay.remove(host, found); // first: who tries again looks again
            found.complete(address);
        } catch (Throwable e) {
            underWay.remove(host, found);
            found.completeExceptionally(e);
        }
    }
}
