package io.mehari.docs;

import io.mehari.ProducerTemplate;
import io.mehari.component.mock.MockEndpoint;
import io.mehari.impl.DefaultRoutingContext;
import org.junit.jupiter.api.AfterEach;

/** What the samples of the guide have at hand. */
abstract class GuideSample {
    final DefaultRoutingContext context = new DefaultRoutingContext();
    final ProducerTemplate template = context.createProducerTemplate();

    final MockEndpoint mock(String name) {
        return MockEndpoint.resolve(context, "mock:" + name);
    }

    @AfterEach
    void stop() {
        context.close();
    }
}
