package io.mehari.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests with a disk that is really full. They are skipped, with the reason, if the system does not allow mounting it.
 */
class SmallDiskTest {
    @TempDir
    Path folder;

    @BeforeEach
    void theSystemLetsUsMountOne() {
        assumeThat(SmallDisk.obstacle()).isNull();
    }

    @Test
    void aProcessCannotWriteWhileItIsFullAndCanAfterIt() throws Exception {
        try (SmallDisk disk = SmallDisk.mount(folder, 1)) {
            assertThat(write(disk, "before")).isTrue();
            disk.fill();
            assertThat(write(disk, "full")).isFalse();
            disk.empty();
            assertThat(write(disk, "after")).isTrue();
        }
    }

    @Test
    void otherProcessesDoNotSeeIt() throws Exception {
        try (SmallDisk disk = SmallDisk.mount(folder, 1)) {
            assertThat(write(disk, "file")).isTrue();
            assertThat(folder).isEmptyDirectory();
        }
    }

    /** Makes a process write a kilobyte to the disk. Returns whether it could. */
    private boolean write(SmallDisk disk, String name) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(disk.enter());
        command.addAll(List.of("dd", "if=/dev/zero", "bs=1024", "count=1", "of=" + folder.resolve(name)));
        return new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start()
                        .waitFor()
                == 0;
    }
}
