package io.mehari.component.kafka;

import io.mehari.spi.internal.Log;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;

/** Asks whether a broker answers. */
final class Brokers {
    private static final int TIMEOUT_MILLIS = 10_000;

    private Brokers() {}

    static void check(KafkaAccess access) {
        if (access.settings.options.get(KafkaOptions.TEST_CONNECTION)) {
            test(access);
        }
        if (access.settings.trustsAnyHost()) {
            warnOfAnyHost(access);
        }
    }

    private static void test(KafkaAccess access) {
        Map<String, Object> config = new HashMap<>(access.settings.commonConfig());
        config.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, TIMEOUT_MILLIS);
        config.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, TIMEOUT_MILLIS / 2);
        try (Admin admin = Admin.create(config)) {
            admin.describeCluster().nodes().get(TIMEOUT_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw noConnection(access, e);
        } catch (Exception e) {
            throw noConnection(access, e);
        }
    }

    static KafkaConnectionException noConnection(KafkaAccess access, Throwable why) {
        return new KafkaConnectionException(
                access + " cannot connect to the brokers " + access.settings.brokers + " ("
                        + Log.describe(why)
                        + "): check that they run, and that host, port, login and certificates are right",
                why);
    }

    private static void warnOfAnyHost(KafkaAccess access) {
        Log.warn(
                Brokers.class,
                access + " does not verify that the certificate of a broker is for its host: anybody who can"
                        + " intercept the connection can read and change what is sent. Remove sslEndpointAlgorithm [MH-66]");
    }
}
