package io.mehari.faults;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A proxy of Debian in front of a server, in a process of its own. It keeps and shares connections to the server. */
final class Proxy implements AutoCloseable {
    private static final int START_SECONDS = 60;

    /** What a proxy calls a request if it has no identifiers. */
    static final String ANY = "any";

    /** The proxies, each with the file that configures it. It logs a line for a request: the status, then the target. */
    @SuppressWarnings("ImmutableEnumChecker") // List.of cannot be changed
    enum Kind {
        NGINX("nginx", """
                daemon off; master_process off; error_log FOLDER/error.log; pid FOLDER/pid;
                events { worker_connections 1000; }
                http {
                  client_body_temp_path FOLDER/a; proxy_temp_path FOLDER/b; fastcgi_temp_path FOLDER/c;
                  uwsgi_temp_path FOLDER/d; scgi_temp_path FOLDER/e;
                  log_format line '$status $request_uri'; access_log FOLDER/access.log line;
                  client_header_timeout 2s; client_body_timeout 2s; proxy_read_timeout 5s;
                  upstream server { server 127.0.0.1:SERVER; keepalive 8; }
                  server {
                    listen 127.0.0.1:PORT;
                    location / {
                      proxy_pass http://server; proxy_http_version 1.1; proxy_next_upstream off;
                      proxy_request_buffering off;
                      proxy_set_header Connection ""; proxy_set_header X-Id $request_id;
                    }
                  }
                }
                """, "nginx", "-c", "FOLDER/conf"),
        HAPROXY("haproxy", """
                global
                  log stdout format raw local0
                defaults
                  mode http
                  log global
                  log-format "%ST %HU"
                  timeout client 2s
                  timeout connect 2s
                  timeout server 5s
                  http-reuse always
                  retries 0
                frontend clients
                  bind 127.0.0.1:PORT
                  http-request set-header X-Id %[uuid()]
                  default_backend servers
                backend servers
                  server one 127.0.0.1:SERVER
                """, "haproxy", "-db", "-f", "FOLDER/conf"),
        APACHE("apache2", """
                ServerRoot FOLDER
                ServerName localhost
                Listen 127.0.0.1:PORT
                PidFile FOLDER/pid
                ErrorLog FOLDER/error.log
                DefaultRuntimeDir FOLDER
                LoadModule mpm_event_module /usr/lib/apache2/modules/mod_mpm_event.so
                LoadModule authz_core_module /usr/lib/apache2/modules/mod_authz_core.so
                LoadModule headers_module /usr/lib/apache2/modules/mod_headers.so
                LoadModule unique_id_module /usr/lib/apache2/modules/mod_unique_id.so
                LoadModule proxy_module /usr/lib/apache2/modules/mod_proxy.so
                LoadModule proxy_http_module /usr/lib/apache2/modules/mod_proxy_http.so
                <IfModule unixd_module>
                  USER
                </IfModule>
                Timeout 2
                AllowEncodedSlashes NoDecode
                RequestHeader set X-Id "%{UNIQUE_ID}e"
                ProxyPass / http://127.0.0.1:SERVER/ retry=0
                LogFormat "%>s %r" line
                CustomLog FOLDER/access.log line
                """, "apache2", "-f", "FOLDER/conf", "-DFOREGROUND"),
        SQUID("squid", """
                http_port 127.0.0.1:PORT accel defaultsite=localhost no-vhost
                cache_peer 127.0.0.1 parent SERVER 0 no-query no-digest originserver name=one
                http_access allow all
                cache deny all
                logformat line %>Hs %ru
                access_log stdio:FOLDER/access.log line
                cache_log FOLDER/error.log
                pid_filename FOLDER/pid
                coredump_dir FOLDER
                visible_hostname localhost
                request_header_add X-Id "ANY" all
                request_timeout 2 seconds
                read_timeout 5 seconds
                shutdown_lifetime 0 seconds
                pinger_enable off
                """, "squid", "-N", "-f", "FOLDER/conf");

        final String packageName;
        private final String configuration;
        private final List<String> command;

        Kind(String packageName, String configuration, String... command) {
            this.packageName = packageName;
            this.configuration = configuration;
            this.command = List.of(command);
        }

        /** Null if it is not installed. */
        @Nullable
        Path program() {
            for (String folder : List.of("/usr/sbin", "/usr/bin", "/usr/local/sbin")) {
                Path program = Path.of(folder, command.get(0));
                if (Files.isExecutable(program)) {
                    return program;
                }
            }
            return null;
        }

        String version() throws IOException, InterruptedException {
            Process process = new ProcessBuilder(String.valueOf(program()), "-v")
                    .redirectErrorStream(true)
                    .start();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            process.waitFor();
            return output.lines().findFirst().orElse("").replaceAll("[^\\d]*([\\d.]+).*", "$1");
        }
    }

    final int port = Broker.freePort();
    private final Path folder;
    private final Process process;

    Proxy(Kind kind, Path workplace, int server) throws IOException, InterruptedException {
        folder = Files.createDirectories(workplace.resolve(kind.packageName));
        // a proxy that root starts goes on as a user of its own
        File own = folder.toFile();
        if (!workplace.toFile().setExecutable(true, false)
                || !own.setExecutable(true, false)
                || !own.setWritable(true, false)) {
            throw new IOException("The rights of " + folder + " cannot be changed");
        }
        Files.writeString(folder.resolve("conf"), filled(kind.configuration, server));
        process = new ProcessBuilder(kind.command.stream()
                        .map(each -> filled(each, server))
                        .map(each -> each.equals(kind.command.get(0)) ? String.valueOf(kind.program()) : each)
                        .toList())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("output").toFile())
                .start();
        awaitPort(kind);
    }

    private String filled(String text, int server) {
        boolean root = System.getProperty("user.name", "").equals("root");
        return text.replace("FOLDER", folder.toString())
                .replace("ANY", ANY)
                .replace("PORT", String.valueOf(port))
                .replace("SERVER", String.valueOf(server))
                .replace("USER", root ? "User www-data" : "");
    }

    private void awaitPort(Kind kind) throws IOException, InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS);
        while (true) {
            try (Socket connected = new Socket(InetAddress.getLoopbackAddress(), port)) {
                connected.setTcpNoDelay(true);
                return;
            } catch (IOException e) {
                if (!process.isAlive() || System.nanoTime() > end) {
                    String output = Files.readString(folder.resolve("output"));
                    close();
                    throw new IOException(kind.packageName + " does not start: " + output, e);
                }
                Thread.sleep(20);
            }
        }
    }

    /** What it has logged, a line for a request. */
    List<String> log() throws IOException {
        Path log = folder.resolve("access.log");
        byte[] bytes = Files.readAllBytes(Files.exists(log) ? log : folder.resolve("output"));
        return new String(bytes, StandardCharsets.ISO_8859_1).lines().toList();
    }

    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroy);
        process.destroy();
        try {
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
