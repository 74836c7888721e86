/**
 * Network endpoints on Netty, as servers and as clients: {@code netty:tcp} for messages over TCP, and {@code
 * netty-http} for requests over HTTP/1.1.
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
 *   <li><b>Event loops</b> are a few threads that serve the sockets: they connect, read, decode, encode and write. They
 *       never block, and run no route unless {@code runOnEventLoop=true}. They call a {@link
 *       io.mehari.component.netty.NettyCodec} and, for replies, a {@link io.mehari.component.netty.CorrelationKey}.
 *   <li><b>A route that receives</b> runs on a bounded pool of its own, or on virtual threads if the context uses
 *       these. Each connection has one message in the route at a time.
 *   <li><b>A sender</b> creates the request on its own thread. Then its exchange is suspended, and its route continues
 *       on a thread of the shared pool.
 * </ul>
 *
 * <h2>Order and memory consistency</h2>
 *
 * Messages of one connection enter the route in the order in which they came. The route of one message
 * <i>happens-before</i> the route of the next. Messages of different connections are not ordered. Messages that are
 * sent with {@code sync=false}, or with a correlation function, share one connection and are written in the order in
 * which they were sent. Actions of a sender before the send <i>happen-before</i> the reply is written to its exchange,
 * and this <i>happens-before</i> the next step of its route.
 */
package io.mehari.component.netty;
