package io.mehari.impl.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.junit.jupiter.api.Test;

/** The free list on one thread. */
class FreeListTest {

    private static final int CAPACITY = 3;

    private final FreeList list = new FreeList(CAPACITY);

    private int stamp() throws ReflectiveOperationException {
        VarHandle head = MethodHandles.privateLookupIn(FreeList.class, MethodHandles.lookup())
                .findVarHandle(FreeList.class, "head", long.class);
        return (int) ((long) head.getVolatile(list) >>> 32);
    }

    @Test
    void theLastOneInIsTheFirstOneOut() {
        assertThat(list.pop()).isEqualTo(-1);
        for (int number = 0; number < CAPACITY; number++) {
            list.push(number);
        }
        for (int number = CAPACITY - 1; number >= 0; number--) {
            assertThat(list.pop()).isEqualTo(number);
        }
        assertThat(list.pop()).isEqualTo(-1);
    }

    /** Otherwise a paused thread could overwrite changes that other threads have made and undone (ABA). */
    @Test
    void theStampMovesOnWithEveryChange() throws ReflectiveOperationException {
        for (int i = 0; i < 10; i += 2) {
            assertThat(stamp()).isEqualTo(i);
            list.push(1);
            assertThat(stamp()).isEqualTo(i + 1);
            assertThat(list.pop()).isEqualTo(1);
        }
    }
}
