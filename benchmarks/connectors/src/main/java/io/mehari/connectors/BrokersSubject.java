package io.mehari.connectors;

import io.mehari.engine.Commands;
import io.mehari.engine.Fields;
import io.mehari.engine.Usage;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The process of one subject, which executes the commands of {@link Brokers}. */
final class BrokersSubject {
    static final List<String> ALL = List.of(("mehari mehari-async-send mehari-async-consumer mehari-by-key"
                    + " camel camel-linger-0 camel-batching spring bare")
            .split(" ", -1));

    private final Copier copier;
    private @Nullable AutoCloseable running;

    private BrokersSubject(Copier copier) {
        this.copier = copier;
    }

    /** The folder with the jars of that subject; empty if it needs no others. */
    static String jars(String name) {
        return name.startsWith("camel") ? "camel-brokers-4.22.0" : name.equals("spring") ? "spring-jms-7.1.2" : "";
    }

    private static Copier copier(String name) {
        return switch (name) {
            case "mehari" -> new MehariCopier("", "", "");
            case "mehari-async-send" -> new MehariCopier("", "&asyncSend=true", "");
            case "mehari-async-consumer" -> new MehariCopier("&asyncConsumer=true", "&asyncSend=true", "");
            case "mehari-by-key" -> new MehariCopier("&concurrency=Key", "&asyncSend=true", "");
            case "camel" -> new CamelCopier(false, "");
            case "camel-linger-0" -> new CamelCopier(false, "&lingerMs=0");
            case "camel-batching" -> new CamelCopier(true, "");
            case "spring" -> new SpringCopier();
            case "bare" -> new BareCopier();
            default -> throw new IllegalArgumentException(name);
        };
    }

    /** Argument: the name of a subject. */
    public static void main(String[] args) throws IOException {
        Commands.serve(new BrokersSubject(copier(args[0]))::obey);
        System.exit(0);
    }

    private Fields obey(String... command) throws Exception {
        switch (command[0]) {
            case "start" -> running = copier.start(Plan.of(command));
            case "cost" -> {
                return Stopwatch.timesInto(Usage.here());
            }
            case "stop" -> {
                AutoCloseable mine = running;
                running = null;
                if (mine != null) {
                    mine.close();
                }
            }
            default -> throw new IllegalArgumentException("no command");
        }
        return new Fields("done");
    }
}
