module first {
    requires io.mehari.core; // and with it io.mehari.api
    requires io.mehari.component.queue; // for seda: and disruptor:
}
