package io.mehari.component.kafka;

import io.mehari.spi.Log;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;

/** Asks whether a broker answers. */
final class Brokers {
    private static final int TIMEOUT_MILLIS = 10_000;

    private Brokers() {}

    /** @throws KafkaConnectionException if no broker answers */
    static void test(KafkaEndpoint endpoint) {
        Map<String, Object> config = new HashMap<>(endpoint.settings().commonConfig());
        config.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, TIMEOUT_MILLIS);
        config.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, TIMEOUT_MILLIS / 2);
        try (Admin admin = Admin.create(config)) {
            admin.describeCluster().nodes().get(TIMEOUT_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw noConnection(endpoint, e);
        } catch (Exception e) {
            throw noConnection(endpoint, e);
        }
    }

    static KafkaConnectionException noConnection(KafkaEndpoint endpoint, Throwable why) {
        return new KafkaConnectionException(
                endpoint + " cannot connect to the brokers " + endpoint.settings().brokers + " ("
                        + Log.describe(why)
                        + "): check that they run, and that host, port, login and certificates are right",
                why);
    }

    static void warnOfAnyHost(KafkaEndpoint endpoint) {
        Log.warn(
                Brokers.class,
                endpoint + " does not verify that the certificate of a broker is for its host: anybody who can"
                        + " intercept the connection can read and change what is sent. Remove sslEndpointAlgorithm");
    }
}
