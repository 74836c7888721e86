package io.mehari.scenarios.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.scenarios.fork.Forks;
import io.mehari.scenarios.fork.LiveLine;
import java.io.PrintStream;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Tests which objects are shown while a subject is measured. */
class SessionTest {

    private static Session session(String... args) throws Exception {
        LiveLine line = new LiveLine(new PrintStream(PrintStream.nullOutputStream()), false, 0);
        return new Session(Options.of(args), new Forks(Path.of("no-peers-here")), line);
    }

    @Test
    void whatATimerPacesIsCountedWithoutIt() throws Exception {
        Session session = session("--no-peers", "--pooled");
        assertThat(session.outcomes())
                .extracting(each -> each.contender.id() + " " + each.variation.name())
                .containsExactly("mehari paced", "mehari-pooled paced", "mehari flat-out", "mehari-pooled flat-out");
        assertThat(session.outcomes())
                .extracting(session::sameWithoutTimer)
                .containsExactly(
                        session.outcomes().get(2),
                        session.outcomes().get(3),
                        session.outcomes().get(2),
                        session.outcomes().get(3));
    }

    @Test
    void aloneItIsNotCounted() throws Exception {
        Session session = session("--no-peers", "--scenario", "camel-23686/paced");
        assertThat(session.outcomes()).extracting(session::sameWithoutTimer).containsOnlyNulls();
    }

    @Test
    void eachOfTwoVariationsIsCountedByItself() throws Exception {
        Session session = session("--no-peers", "--scenario", "cbr");
        assertThat(session.outcomes())
                .hasSize(2)
                .allSatisfy(each -> assertThat(session.sameWithoutTimer(each)).isSameAs(each));
    }
}
