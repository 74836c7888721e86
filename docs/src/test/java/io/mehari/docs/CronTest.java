package io.mehari.docs;

import static org.assertj.core.api.Assertions.assertThat;

import cron.Schedule;
import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.scheduling.support.CronExpression;

/** The samples of the page about times of the day. */
class CronTest extends GuideSample {

    // region daily
    static UnaryOperator<ZonedDateTime> daily(LocalTime time) {
        return now -> {
            ZonedDateTime today = now.with(time);
            return today.isAfter(now) ? today : today.plusDays(1).with(time);
        };
    }
    // endregion

    @Test
    void schedule() throws Exception {
        // region schedule
        context.addRoutes(r -> r.from("direct:report").log("the report of ${body}"));
        context.start();
        ZoneId paris = ZoneId.of("Europe/Paris");
        Schedule schedule =
                new Schedule(context.createProducerTemplate(), "direct:report", paris, daily(LocalTime.of(6, 0)));
        // and before the context stops:
        schedule.close();
        // endregion
    }

    @Test
    void cron() throws Exception {
        // region cron
        CronExpression workdays = CronExpression.parse("0 0 6 * * MON-FRI");
        Schedule schedule = new Schedule(template, "direct:report", ZoneOffset.UTC, workdays::next);
        // endregion
        schedule.close();
        assertThat(workdays.next(ZonedDateTime.parse("2026-11-27T06:00+01:00[Europe/Paris]")))
                .isEqualTo(ZonedDateTime.parse("2026-11-30T06:00+01:00[Europe/Paris]"));
    }

    @Test
    void aMessageComesAtEachTime() throws Exception {
        context.addRoutes(r -> r.from("direct:report").to("mock:reports"));
        context.start();
        mock("reports").expectedMessageCount(3);
        Schedule schedule =
                new Schedule(template, "direct:report", ZoneOffset.UTC, now -> now.plus(Duration.ofMillis(20)));
        mock("reports").assertIsSatisfied();
        schedule.close();
        List<ZonedDateTime> due = mock("reports").getReceivedExchanges().stream()
                .map(each -> each.getBody(ZonedDateTime.class))
                .toList();
        assertThat(due).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void aDayHasOneSixOClockWhateverItsLength() {
        UnaryOperator<ZonedDateTime> six = daily(LocalTime.of(6, 0));
        ZonedDateTime saturday = ZonedDateTime.parse("2026-03-28T06:00+01:00[Europe/Paris]"); // summer time begins
        assertThat(Stream.iterate(saturday, six).limit(3).map(Object::toString))
                .containsExactly(
                        "2026-03-28T06:00+01:00[Europe/Paris]",
                        "2026-03-29T06:00+02:00[Europe/Paris]",
                        "2026-03-30T06:00+02:00[Europe/Paris]");
    }
}
