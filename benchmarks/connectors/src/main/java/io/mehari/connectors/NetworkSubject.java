package io.mehari.connectors;

import io.mehari.engine.Commands;
import io.mehari.engine.Fields;
import io.mehari.engine.Usage;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** The process of one peer, which executes the commands of {@link Network}. */
final class NetworkSubject {
    static final List<String> ALL =
            List.of("mehari", "mehari-event-loop", "netty", "vertx", "jdk", "camel", "camel-event-loop");
    private static final String MESSAGE = "m".repeat(99);
    private static final int LOOKS = 64;

    private final Peer peer;
    private final LongAdder taken = new LongAdder();
    private int port;
    private final Map<String, Peer.Sender> senders = new HashMap<>();

    private NetworkSubject(Peer peer) {
        this.peer = peer;
    }

    /** The folder with the jars of that peer; empty if it needs no others. */
    static String jars(String name) {
        return name.startsWith("camel") ? "camel-netty-4.22.0" : name.equals("vertx") ? "vertx-5.2.3" : "";
    }

    /** The jars of ours that a peer needs. More would make a server larger, since a JVM opens each and keeps its index. */
    static Predicate<String> needs(String name) {
        String jars = "(connectors|mehari-benchmarks-report";
        if (name.startsWith("mehari")) {
            jars += "|mehari-core|mehari-connector|mehari-components-(queue|netty)|netty-|jctools|disruptor";
        } else if (name.equals("netty")) {
            jars += "|netty-";
        }
        return Pattern.compile(jars + ").*").asMatchPredicate();
    }

    private static Peer peer(String name) {
        return switch (name) {
            case "mehari" -> new MehariPeer("");
            case "mehari-event-loop" -> new MehariPeer("?runOnEventLoop=true");
            case "netty" -> new NettyPeer();
            case "jdk" -> new JdkPeer();
            case "vertx" -> new VertxPeer();
            case "camel" -> new CamelPeer("");
            case "camel-event-loop" -> new CamelPeer("?usingExecutorService=false");
            default -> throw new IllegalArgumentException(name);
        };
    }

    /** Argument: the name of a peer. */
    public static void main(String[] args) throws IOException {
        Commands.serve(new NetworkSubject(peer(args[0]))::obey);
        System.exit(0);
    }

    private Fields obey(String... command) throws Exception {
        switch (command[0]) {
            case "start" -> peer.start();
            case "serve" -> {
                if (port == 0) {
                    port = Integer.parseInt(command[1]);
                    peer.serve(port, taken);
                }
                return new Fields("serves").number("port", port);
            }
            case "send" -> {
                Peer.Sender sender = sender(Integer.parseInt(command[1]), command[2].equals("wait"));
                return new Fields("sent").number("sent", send(sender, Long.parseLong(command[3])));
            }
            case "cost" -> {
                return Usage.here();
            }
            case "size" -> {
                return size();
            }
            default -> throw new IllegalArgumentException("no command");
        }
        return new Fields("done");
    }

    private Peer.Sender sender(int port, boolean waits) throws Exception {
        Peer.Sender known = senders.get(port + " " + waits);
        if (known == null) {
            known = peer.sender(port, waits);
            senders.put(port + " " + waits, known);
        }
        return known;
    }

    /** Sends for this number of milliseconds. Returns the number of messages. */
    private static long send(Peer.Sender sender, long millis) throws Exception {
        long end = System.nanoTime() + millis * 1_000_000;
        long sent = 0;
        while (System.nanoTime() - end < 0) {
            for (int i = 0; i < LOOKS; i++) {
                sender.send(MESSAGE);
            }
            sent += LOOKS;
        }
        return sent;
    }

    /** The number of threads, and the bytes of the heap without garbage. */
    private static Fields size() throws InterruptedException {
        for (int i = 0; i < 3; i++) {
            System.gc();
            Thread.sleep(100);
        }
        return new Fields("size")
                .number("threads", ManagementFactory.getThreadMXBean().getThreadCount())
                .number(
                        "heap",
                        ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
    }
}
