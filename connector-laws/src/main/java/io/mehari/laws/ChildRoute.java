package io.mehari.laws;

import io.mehari.RoutingContext;
import io.mehari.impl.DefaultRoutingContext;
import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/** A process that the test kills. Its route writes each message to a file, and ends. */
public final class ChildRoute {
    private ChildRoute() {}

    /** Starts the process, and returns when its route has started. */
    static Process start(String uri, Path file, List<String> preparation, String... ofJava) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                System.getProperty("java.home") + File.separator + "bin" + File.separator + "java",
                "-Xshare:auto",
                "-XX:TieredStopAtLevel=1"));
        command.addAll(List.of(ofJava));
        command.addAll(List.of(
                "-cp", System.getProperty("java.class.path"), ChildRoute.class.getName(), uri, file.toString()));
        command.addAll(preparation);
        Process child = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String line = child.inputReader().readLine();
        if (!"started".equals(line)) {
            child.destroyForcibly();
            throw new IOException("The child did not start: " + line);
        }
        return child;
    }

    /** Stops the process for a time without ending it. */
    static void freeze(Process child, long millis) throws IOException, InterruptedException {
        String pid = String.valueOf(child.pid());
        new ProcessBuilder("kill", "-STOP", pid).start().waitFor();
        Thread.sleep(millis);
        new ProcessBuilder("kill", "-CONT", pid).start().waitFor();
    }

    /** Runs the route until the process is killed. */
    public static void main(String[] arguments) throws Exception {
        FileChannel file = FileChannel.open(
                Path.of(arguments[1]), StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND);
        DefaultRoutingContext context = new DefaultRoutingContext();
        if (arguments.length > 2) {
            Class.forName(arguments[2])
                    .getMethod("prepare", RoutingContext.class, String.class)
                    .invoke(null, context, arguments[3]);
        }
        context.addRoutes(r -> r.from(arguments[0]).process(exchange -> {
            byte[] line = (exchange.getBody(String.class) + "\n").getBytes(StandardCharsets.UTF_8);
            file.write(ByteBuffer.wrap(line));
        }));
        context.start();
        System.out.println("started");
        Thread.currentThread().join();
    }
}
