package io.mehari.impl.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.collect.slots.Contents;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The same suites for storages without a layout: pairs, or pairs with an index. */
class MapContractWithoutLayoutsTest extends MapContractTest {

    private static List<Object> taken = List.of();

    @BeforeAll
    static void takeAllLayouts() {
        taken = Contents.takeAllLayouts();
    }

    @AfterAll
    static void giveThemUp() {
        assertThat(taken).isNotEmpty();
        taken = List.of();
        System.gc(); // so that the next test has layouts
    }
}
