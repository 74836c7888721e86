package io.mehari.component.jms;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.Map;

/**
 * The broker of a client, in a process of its own. All tests of this JVM share it, each with a queue of its own. It ends
 * with this JVM, because then its input ends.
 */
final class BrokerProcess implements KnownBroker {
    private static final Map<Client, BrokerProcess> RUNNING = new EnumMap<>(Client.class);
    private static int queues;

    private final int port;
    private final Process process;
    private final BufferedReader answers;
    private final PrintWriter questions;

    static synchronized BrokerProcess of(Client client) throws IOException {
        BrokerProcess known = RUNNING.get(client);
        if (known == null) {
            known = new BrokerProcess(client);
            RUNNING.put(client, known);
        }
        return known;
    }

    static synchronized String newQueue() {
        return "laws" + ++queues;
    }

    private BrokerProcess(Client client) throws IOException {
        port = Ports.free();
        process = new ProcessBuilder(
                        System.getProperty("java.home") + "/bin/java",
                        "-XX:TieredStopAtLevel=1",
                        "-Xmx256m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        BrokerProcess.class.getName(),
                        client.name(),
                        String.valueOf(port))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        answers = process.inputReader();
        questions = new PrintWriter(process.outputWriter(), true);
        if (!"started".equals(answers.readLine())) {
            process.destroyForcibly();
            throw new IOException("The broker of " + client + " did not start");
        }
    }

    @Override
    public int port() {
        return port;
    }

    /** For signals. */
    long pid() {
        return process.pid();
    }

    @Override
    public int consumers(String queue) {
        return Integer.parseInt(ask(queue));
    }

    @Override
    public State state(String queue, String law) {
        return State.valueOf(ask(queue + " " + law));
    }

    private synchronized String ask(String question) {
        questions.println(question);
        try {
            return String.valueOf(answers.readLine());
        } catch (IOException e) {
            throw new IllegalStateException("The broker has ended", e);
        }
    }

    /** It goes on, for the other tests. */
    @Override
    public void close() {}

    /** Arguments: the client and the port. A line of the input is a queue, or a queue and a law. */
    public static void main(String[] arguments) throws Exception {
        KnownBroker broker = Client.valueOf(arguments[0]).startBroker(Integer.parseInt(arguments[1]), 1);
        System.out.println("started");
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        String line;
        while ((line = in.readLine()) != null) {
            int space = line.indexOf(' ');
            Object answer = space < 0
                    ? Integer.valueOf(broker.consumers(line))
                    : broker.state(line.substring(0, space), line.substring(space + 1));
            System.out.println(answer);
        }
        System.exit(0);
    }
}
