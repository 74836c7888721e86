package io.mehari.docs;

import io.mehari.ProducerTemplate;
import io.mehari.component.mock.MockEndpoint;
import io.mehari.docs.PicturesTest.Pictured;
import io.mehari.impl.DefaultRoutingContext;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.TestInfo;

/** What the samples of the guide have at hand. */
abstract class GuideSample {
    final DefaultRoutingContext context = new DefaultRoutingContext();
    final ProducerTemplate template = context.createProducerTemplate();

    final MockEndpoint mock(String name) {
        return MockEndpoint.resolve(context, "mock:" + name);
    }

    @AfterEach
    void stop(TestInfo test) throws IOException {
        Pictured picture = test.getTestMethod().orElseThrow().getAnnotation(Pictured.class);
        if (picture != null) {
            RoutePicture.check(picture.value(), context.describe());
        }
        context.close();
    }
}
