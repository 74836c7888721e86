package io.mehari.network;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/**
 * The process of one peer. It executes the commands on its standard input, one in each line. It answers each with a
 * line that begins with {@code @} and has numbers or an error.
 */
final class Subject {
    private static final String MESSAGE = "m".repeat(99);
    private static final int LOOKS = 64;
    private static final Map<String, Peer.Sender> SENDERS = new HashMap<>();

    private Subject() {}

    /** Argument: the name of a peer. */
    public static void main(String[] args) throws Exception {
        Peer peer = switch (args[0]) {
            case "mehari" -> new MehariPeer(false);
            case "mehari-event-loop" -> new MehariPeer(true);
            case "netty" -> new NettyPeer();
            case "jdk" -> new JdkPeer();
            case "vertx" -> new VertxPeer();
            case "camel" -> new CamelPeer();
            default -> throw new IllegalArgumentException(args[0]);
        };
        LongAdder taken = new LongAdder();
        BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        String line;
        while ((line = commands.readLine()) != null) {
            System.out.println("@ " + obey(peer, line.split(" ", -1), taken));
        }
        System.exit(0);
    }

    @SuppressWarnings("CatchingUnchecked") // it is reported to the process that sent the command
    private static String obey(Peer peer, String[] command, LongAdder taken) {
        try {
            switch (command[0]) {
                case "start" -> peer.start();
                case "serve" -> peer.serve(Integer.parseInt(command[1]), taken);
                case "send" -> {
                    return "" + send(peer, Integer.parseInt(command[1]), command[2].equals("wait"), command[3]);
                }
                case "gc" -> gc();
                case "cost" -> {
                    return cost() + " " + taken;
                }
                case "size" -> {
                    return size();
                }
                default -> throw new IllegalArgumentException("no command");
            }
            return "0";
        } catch (Throwable e) {
            return "failed: " + String.join(" ", command) + ": " + e;
        }
    }

    /** Sends for this number of milliseconds. Returns the number of messages. */
    private static long send(Peer peer, int port, boolean waits, String millis) throws Exception {
        Peer.Sender sender = SENDERS.get(port + " " + waits);
        if (sender == null) {
            sender = peer.sender(port, waits);
            SENDERS.put(port + " " + waits, sender);
        }
        long end = System.nanoTime() + Long.parseLong(millis) * 1_000_000;
        long sent = 0;
        while (System.nanoTime() - end < 0) {
            for (int i = 0; i < LOOKS; i++) {
                sender.send(MESSAGE);
            }
            sent += LOOKS;
        }
        return sent;
    }

    /** Processor time in nanoseconds and allocated heap bytes, both since the start of the process. */
    private static String cost() {
        long cpu = ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
        return cpu + " " + allocated();
    }

    /** The allocated bytes of all threads. Before JDK 21, only live threads count. */
    private static long allocated() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        try {
            return Long.parseLong(String.valueOf(
                    ThreadMXBean.class.getMethod("getTotalThreadAllocatedBytes").invoke(threads)));
        } catch (ReflectiveOperationException e) {
            long sum = 0;
            for (long each : threads.getThreadAllocatedBytes(threads.getAllThreadIds())) {
                sum += Math.max(0, each);
            }
            return sum;
        }
    }

    private static void gc() throws InterruptedException {
        for (int i = 0; i < 3; i++) {
            System.gc();
            Thread.sleep(100);
        }
    }

    /** The number of threads, the heap in bytes, and the memory of the process in kilobytes. */
    private static String size() throws IOException {
        String resident = "0";
        for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
            if (line.startsWith("VmRSS:")) {
                resident = line.replaceAll("\\D", "");
            }
        }
        return ManagementFactory.getThreadMXBean().getThreadCount() + " "
                + ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() + " " + resident;
    }
}
