package io.mehari.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mehari.UnknownOptionException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A component of one's own: see {@link LinesComponent}. */
class OwnComponentTest extends GuideSample {

    @Test
    void linesComeAndGo(@TempDir Path folder) throws Exception {
        Path in = folder.resolve("in.csv");
        Path out = folder.resolve("out.csv");
        Files.writeString(in, "order,customer\n1,Aïcha\n2,Idir\n");
        // region use
        context.addComponent(new LinesComponent());
        context.addRoutes(
                r -> r.from("lines:" + in + "?skip=1").to("lines:" + out).to("mock:done"));
        context.start();
        // endregion
        mock("done").expectedBodiesReceived("1,Aïcha", "2,Idir");
        mock("done").assertIsSatisfied();
        assertThat(Files.readString(out)).isEqualTo("1,Aïcha\n2,Idir\n");
        assertThatThrownBy(() -> context.getEndpoint("lines:x?skp=1")).isInstanceOf(UnknownOptionException.class);
    }
}
