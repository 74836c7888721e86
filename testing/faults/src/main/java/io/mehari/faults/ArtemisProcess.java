package io.mehari.faults;

import java.io.File;
import org.apache.activemq.artemis.api.core.RoutingType;
import org.apache.activemq.artemis.core.config.impl.ConfigurationImpl;
import org.apache.activemq.artemis.core.server.JournalType;
import org.apache.activemq.artemis.core.server.embedded.EmbeddedActiveMQ;
import org.apache.activemq.artemis.core.settings.impl.AddressSettings;

/** The main class of the process of an Artemis broker. */
final class ArtemisProcess {
    private static final int JOURNAL_BYTES = 1 << 20;
    private static final int DISK_SCAN_MILLIS = 1_000;

    private ArtemisProcess() {}

    /** Arguments: the port, the data folder, and the maximum percentage of disk usage (-1: no limit). */
    public static void main(String[] args) throws Exception {
        ConfigurationImpl configuration = new ConfigurationImpl();
        configuration.setSecurityEnabled(false).setJMXManagementEnabled(false);
        configuration.setBrokerInstance(new File(args[1]));
        configuration.setJournalType(JournalType.NIO).setJournalFileSize(JOURNAL_BYTES);
        configuration.setMaxDiskUsage(Integer.parseInt(args[2])).setDiskScanPeriod(DISK_SCAN_MILLIS);
        configuration.addAcceptorConfiguration("tcp", "tcp://localhost:" + args[0] + "?protocols=CORE");
        configuration.addAddressSetting(
                "#",
                new AddressSettings()
                        .setMaxDeliveryAttempts(-1)
                        .setDefaultAddressRoutingType(RoutingType.ANYCAST)
                        .setDefaultQueueRoutingType(RoutingType.ANYCAST)
                        .setAutoDeleteQueues(false)
                        .setAutoDeleteAddresses(false));
        new EmbeddedActiveMQ().setConfiguration(configuration).start();
        Thread.currentThread().join();
    }
}
