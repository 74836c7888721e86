package io.mehari.docs.mistakes;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.util.Base64;

/** A certificate for localhost that signs itself, made by keytool. */
final class Certificate {
    private static final char[] PASSWORD = "secret".toCharArray();
    private static final Path FOLDER = make();

    private Certificate() {}

    static String file() {
        return FOLDER.resolve("cert.pem").toString();
    }

    static String store() {
        return FOLDER.resolve("keys.p12").toString();
    }

    static String options() {
        return "certificateFile=" + file() + "&keyFile=" + FOLDER.resolve("key.pem");
    }

    static String encrypted() {
        return "certificateFile=" + file() + "&keyFile=" + FOLDER.resolve("locked.pem");
    }

    private static Path make() {
        try {
            Path folder = Files.createTempDirectory("mistakes");
            Path store = folder.resolve("keys.p12");
            String keytool =
                    Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
            Process made = new ProcessBuilder(
                            keytool,
                            "-genkeypair",
                            "-alias",
                            "a",
                            "-keyalg",
                            "EC",
                            "-dname",
                            "CN=localhost",
                            "-ext",
                            "san=dns:localhost",
                            "-validity",
                            "365",
                            "-keystore",
                            store.toString(),
                            "-storepass",
                            new String(PASSWORD),
                            "-storetype",
                            "PKCS12")
                    .redirectErrorStream(true)
                    .start();
            made.getInputStream().readAllBytes();
            made.waitFor();
            KeyStore keys = KeyStore.getInstance(store.toFile(), PASSWORD);
            Key key = keys.getKey("a", PASSWORD);
            write(folder.resolve("key.pem"), "PRIVATE KEY", key.getEncoded());
            write(
                    folder.resolve("cert.pem"),
                    "CERTIFICATE",
                    keys.getCertificate("a").getEncoded());
            write(folder.resolve("locked.pem"), "ENCRYPTED PRIVATE KEY", locked(key.getEncoded()));
            return folder;
        } catch (IOException | GeneralSecurityException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static byte[] locked(byte[] key) throws GeneralSecurityException, IOException {
        String algorithm = "PBEWithSHA1AndDESede";
        javax.crypto.SecretKey secret = javax.crypto.SecretKeyFactory.getInstance(algorithm)
                .generateSecret(new javax.crypto.spec.PBEKeySpec(PASSWORD));
        javax.crypto.Cipher cipher = javax.crypto.Cipher.getInstance(algorithm);
        cipher.init(
                javax.crypto.Cipher.ENCRYPT_MODE, secret, new javax.crypto.spec.PBEParameterSpec(new byte[8], 1000));
        return new javax.crypto.EncryptedPrivateKeyInfo(cipher.getParameters(), cipher.doFinal(key)).getEncoded();
    }

    private static void write(Path file, String kind, byte[] bytes) throws IOException {
        String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes);
        Files.write(
                file,
                ("-----BEGIN " + kind + "-----\n" + text + "\n-----END " + kind + "-----\n")
                        .getBytes(StandardCharsets.US_ASCII));
    }
}
