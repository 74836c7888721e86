package io.mehari.component.netty;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A key with its certificate, and the authority that has signed it, made with the JDK's keytool. */
public final class Certificates {
    private static final char[] PASSWORD = "changeit".toCharArray();

    public final Path certificate;
    public final Path key;
    public final Path authority;
    private final KeyStore store;

    private Certificates(Path certificate, Path key, Path authority, KeyStore store) {
        this.certificate = certificate;
        this.key = key;
        this.authority = authority;
        this.store = store;
    }

    /** Valid from that day, seen from today, for so many days. */
    public static Certificates make(Path folder, String name, String host, int fromDay, int days) throws Exception {
        Path file = folder.resolve(name + ".p12");
        keytool(
                file,
                "-alias",
                "ca",
                "-dname",
                "CN=CA of " + name,
                "-ext",
                "bc:c",
                "-startdate",
                "-20d",
                "-validity",
                "100");
        keytool(
                file,
                "-alias",
                "it",
                "-dname",
                "CN=" + name,
                "-ext",
                "san=dns:" + host,
                "-signer",
                "ca",
                "-startdate",
                fromDay + "d",
                "-validity",
                String.valueOf(days));
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            store.load(in, PASSWORD);
        }
        return new Certificates(
                write(
                        folder.resolve(name + ".pem"),
                        "CERTIFICATE",
                        store.getCertificate("it").getEncoded()),
                write(
                        folder.resolve(name + ".key"),
                        "PRIVATE KEY",
                        store.getKey("it", PASSWORD).getEncoded()),
                write(
                        folder.resolve(name + "-ca.pem"),
                        "CERTIFICATE",
                        store.getCertificate("ca").getEncoded()),
                store);
    }

    private static void keytool(Path file, String... options) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                System.getProperty("java.home") + "/bin/keytool",
                "-genkeypair",
                "-keyalg",
                "EC",
                "-storetype",
                "PKCS12",
                "-keystore",
                file.toString(),
                "-storepass",
                "changeit"));
        command.addAll(List.of(options));
        Process keytool = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(keytool.waitFor()).as(output).isZero();
    }

    private static Path write(Path file, String kind, byte[] bytes) throws Exception {
        String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes);
        return Files.writeString(file, "-----BEGIN " + kind + "-----\n" + text + "\n-----END " + kind + "-----\n");
    }

    /** Identifies as this one, and trusts the other's authority. */
    public SSLContext trusting(Certificates other) throws Exception {
        KeyStore own = KeyStore.getInstance("PKCS12");
        own.load(null, null);
        own.setKeyEntry("it", store.getKey("it", PASSWORD), PASSWORD, store.getCertificateChain("it"));
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(own, PASSWORD);
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("other", other.store.getCertificate("ca"));
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
        return context;
    }
}
