package io.mehari.docs.mistakes;

import static io.mehari.docs.mistakes.Mistake.mistake;

import io.mehari.builder.Routes;
import io.mehari.main.Main;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.io.support.SpringFactoriesLoader;

/** Programs: Main and Spring Boot. */
final class ServiceMistakes {
    private ServiceMistakes() {}

    /** Runs Main, which stops with its first message. */
    private static Mistake main(String name, String uri, String[] arguments) {
        return mistake(name, n -> {
            PrintStream errors = System.err;
            PrintStream out = System.out;
            ByteArrayOutputStream said = new ByteArrayOutputStream();
            System.setErr(new PrintStream(said, true, StandardCharsets.UTF_8));
            System.setOut(System.err);
            try {
                Main main = new Main("orders");
                main.addRoutes(r -> r.from(uri).process(e -> main.context().stop()));
                main.run(arguments);
            } finally {
                System.setErr(errors);
                System.setOut(out);
            }
            n.say(said.toString(StandardCharsets.UTF_8));
        });
    }

    private static String[] with(String... arguments) {
        return arguments;
    }

    private static void spring(Class<?> configuration, String... arguments) {
        SpringApplication application = new SpringApplication(configuration);
        String[] quiet = {"--spring.main.banner-mode=off", "--spring.main.log-startup-info=false"};
        String[] all = new String[arguments.length + 2];
        System.arraycopy(arguments, 0, all, 0, arguments.length);
        System.arraycopy(quiet, 0, all, arguments.length, 2);
        try (ConfigurableApplicationContext spring = application.run(all)) {
            spring.getId();
        }
    }

    static List<Mistake> all() {
        String timer = "timer:{{orders.timer}}?delay=0";
        return List.of(
                main("Main without a property", timer, with()),
                main("Main with a mistyped property", timer, with("--order.timer=tick")),
                main("Main with an argument without hyphens", timer, with("orders.timer=tick")),
                main("Main with one hyphen", timer, with("-orders.timer=tick")),
                main("Main with a blank for the equals sign", timer, with("--orders.timer", "tick")),
                main("Main --help", timer, with("--help")),
                main("Main -h", timer, with("-h")),
                main("Main --version", timer, with("--version")),
                main("Main with a file that is not there", timer, with("--config=orders.properties")),
                main("Main with --config and a blank", timer, with("--config", "orders.properties")),
                main("Main with a mistyped mehari property", timer, with("--mehari.profle=dev")),
                main("Main with a mistyped profile", timer, with("--mehari.profile=test", "--orders.timer=tick")),
                main("Main with a wrong time", timer, with("--mehari.shutdown-timeout=soon", "--orders.timer=tick")),
                main(
                        "Main with a number for a time",
                        timer,
                        with("--mehari.shutdown-timeout=45", "--orders.timer=tick")),
                main("Main with yes for true", timer, with("--mehari.jmx=yes", "--orders.timer=tick")),
                main("Main with a wrong URI", "tymer:tick", with()),
                main(
                        "Main with a mistyped argument for a default",
                        "timer:{{orders.timer:tick}}?delay=0",
                        with("--orders.tmer=tock")),
                mistake("Spring with a property that is not there", n -> spring(MissingProperty.class)),
                mistake("Spring with a mistyped mehari property", n -> reported(n, "--mehari.profle=dev")));
    }

    /** What Spring Boot reports instead of a stack trace. */
    private static void reported(Newcomer n, String argument) {
        try {
            spring(NoRoutes.class, argument);
        } catch (RuntimeException e) {
            SpringFactoriesLoader.forDefaultResourceLocation()
                    .load(FailureAnalyzer.class, SpringFactoriesLoader.FailureHandler.handleMessage((text, why) -> {}))
                    .stream()
                    .map(each -> each.analyze(e))
                    .filter(Objects::nonNull)
                    .findFirst()
                    .ifPresent(each -> n.say(each.getDescription() + " " + each.getAction()));
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class NoRoutes {}

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class MissingProperty {
        @Bean
        Routes orders() {
            return r -> r.from("{{orders.in}}").to("mock:out");
        }
    }
}
