package io.mehari.component.netty.socket;

import io.mehari.Exchange;
import io.mehari.component.netty.NettyConstants;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.handler.ssl.SslHandler;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLPeerUnverifiedException;

/** The certificate of the other side. */
public final class PeerCertificate {
    private PeerCertificate() {}

    public static void addTo(Exchange exchange, Channel channel) {
        ChannelHandler handler = channel.pipeline().get("tls");
        if (handler instanceof SslHandler tls && tls.engine().getNeedClientAuth()) {
            try {
                Certificate first = tls.engine().getSession().getPeerCertificates()[0];
                if (first instanceof X509Certificate certificate) {
                    exchange.setHeader(
                            NettyConstants.CLIENT_SUBJECT,
                            certificate.getSubjectX500Principal().getName());
                }
            } catch (SSLPeerUnverifiedException e) {
                // the handshake has failed, so no message comes
            }
        }
    }
}
