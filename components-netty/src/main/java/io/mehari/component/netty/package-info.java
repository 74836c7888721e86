/**
 * The endpoints {@code netty:tcp}, messages over TCP, and {@code netty-http}, requests over HTTP/1.1: servers and
 * clients, on Netty.
 *
 * <pre>
 *   other programs                  event loops (few)         threads of the route
 *   connection  --- bytes --&gt;  decode, one batch  --------&gt;  from("netty:tcp://0.0.0.0:7000?textline=true")
 *               &lt;-- reply ---  write              &lt;--------  end of the route
 * </pre>
 *
 * <h2>Which thread calls what</h2>
 *
 * <ul>
 *   <li><b>Event loops</b> serve the sockets: they connect, read, decode, encode and write. They run no route, unless
 *       {@code runOnEventLoop=true}, and wait for nothing. A {@link io.mehari.component.netty.NettyCodec} and, for
 *       replies, a {@link io.mehari.component.netty.CorrelationKey} are called there.
 *   <li><b>A route from the network</b> runs on a bounded pool of its own, or on virtual threads if the context uses
 *       these. Each connection has one message in the route at a time.
 *   <li><b>A sender</b> encodes its message on its own thread. Then its exchange is suspended, and its route goes on on
 *       a thread of the shared pool.
 * </ul>
 *
 * <h2>Order, and memory consistency</h2>
 *
 * Messages of one connection enter the route in the order in which they came; each one <i>happens-before</i> the next.
 * Messages of different connections are not ordered. Messages that are sent with {@code sync=false}, or with a
 * correlation function, share one connection and are written in the order in which they were sent. What a sender does
 * before it sends <i>happens-before</i> the reply is written to its exchange, and that before its route goes on.
 */
package io.mehari.component.netty;
