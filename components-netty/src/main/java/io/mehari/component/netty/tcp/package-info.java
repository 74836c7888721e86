/** Messages over TCP, in frames. The door is {@code TcpEndpoint}. */
package io.mehari.component.netty.tcp;
