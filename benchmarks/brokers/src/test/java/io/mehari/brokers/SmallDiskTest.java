package io.mehari.brokers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
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
        Path log = Files.createTempFile("mehari", ".log");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
        builder.environment().put("LC_ALL", "C");
        Process process = builder.start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        String output = Files.readString(log);
        Files.delete(log);
        assertThat(output).contains(process.exitValue() == 0 ? "1+0 records out" : "No space left");
        return process.exitValue() == 0;
    }
}
