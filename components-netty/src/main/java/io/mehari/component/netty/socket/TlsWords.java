package io.mehari.component.netty.socket;

import io.mehari.spi.internal.Log;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** What a fault of TLS means, in one sentence with the option that mends it. */
public final class TlsWords {
    /*
     * The JDK tells the reasons apart by its texts alone. A text that is not known here is shown as it is.
     */
    private static final int MOST_CAUSES = 8;

    private TlsWords() {}

    /** Of a handshake that has failed at a client, which wanted a connection to the host. */
    static String ofClient(Throwable failure, String host) {
        String text = text(failure);
        if (text.contains("NotSslRecord")) {
            return "the server does not use TLS at this port: write http: for https:, or leave ssl=true out, or check the"
                    + " port";
        } else if (text.contains("NotAfter") || text.contains("CertificateExpired")) {
            return "the certificate of the server has expired; it needs a new one";
        } else if (text.contains("NotBefore") || text.contains("NotYetValid")) {
            return "the certificate of the server is not valid yet; check the clocks of both sides";
        } else if (text.contains("PKIX") || text.contains("TrustAnchor")) {
            return "the certificate of the server is signed by nobody whom this side trusts; name the certificate of its CA,"
                    + " or its own, with trustFile";
        } else if (text.contains("No subject alternative") || text.contains("No name matching")) {
            return "the certificate of the server is not for the host " + host
                    + "; use the name in the certificate as the host, or, in tests alone, hostnameVerification=false";
        } else if (text.contains("protocol_version") || text.contains("No appropriate protocol")) {
            return "both sides have no version of TLS in common; see enabledProtocols of both";
        } else if (text.contains("bad_certificate") || text.contains("certificate_required")) {
            return "the server wants a certificate from this side, or refuses the one it got; give certificateFile and"
                    + " keyFile";
        } else if (text.contains("HandshakeTimeout")) {
            return "the server has not answered within connectTimeout; check that it uses TLS at this port";
        }
        return Log.describe(failure);
    }

    /** Of a connection that a server has closed; null if it is no fault of TLS that is known. */
    public static @Nullable String ofServer(Throwable failure) {
        String text = text(failure);
        if (text.contains("NotSslRecord")) {
            return "the client does not use TLS; it must write https:, or ssl=true";
        } else if (text.contains("Empty client certificate chain")) {
            return "the client has sent no certificate, which needClientAuth=true wants; a client of Mehari needs"
                    + " certificateFile and keyFile";
        } else if (text.contains("certificate_unknown") || text.contains("unknown_ca")) {
            return "the client does not accept the certificate of this server: it does not trust it, or has asked for"
                    + " another host; a client of Mehari needs trustFile";
        } else if (text.contains("PKIX")) {
            return "the certificate of the client is signed by nobody whom this server trusts; see trustFile";
        } else if (text.contains("not accepted by server preferences") || text.contains("No appropriate protocol")) {
            return "client and server have no version of TLS in common; see enabledProtocols of both";
        }
        return null;
    }

    /** Of files that cannot be used. */
    static String ofFiles(Throwable failure, @Nullable String key, @Nullable String passphrase) {
        String text = text(failure);
        if (text.contains("valid certificates") && failure.getMessage() != null) {
            String file = failure.getMessage().replaceFirst(".*: ", "");
            return "the file " + file
                    + " of certificateFile or trustFile has no certificate in the form PEM, which begins"
                    + " with -----BEGIN CERTIFICATE-----; a key store such as .jks or .p12 must be converted";
        } else if (key != null && text.contains("valid private key")) {
            boolean locked = isEncrypted(Path.of(key));
            if (locked) {
                return passphrase == null
                        ? "keyFile " + key + " is encrypted; give its passphrase"
                        : "the passphrase does not open keyFile " + key;
            }
            return "keyFile " + key
                    + " has no private key in the form PEM and PKCS#8, which begins with -----BEGIN PRIVATE"
                    + " KEY-----";
        }
        Throwable cause = failure.getCause();
        return "its keys or certificates cannot be used: " + failure.getMessage()
                + (cause == null ? "" : " (" + cause.getMessage() + ")");
    }

    private static boolean isEncrypted(Path key) {
        try {
            return new String(Files.readAllBytes(key), StandardCharsets.ISO_8859_1).contains("ENCRYPTED");
        } catch (IOException e) {
            return false;
        }
    }

    /** The types and texts of a failure and its causes. */
    private static String text(Throwable failure) {
        StringBuilder text = new StringBuilder();
        Throwable each = failure;
        for (int i = 0; each != null && i < MOST_CAUSES; i++) {
            text.append(each).append('\n');
            each = each.getCause();
        }
        return text.toString();
    }
}
