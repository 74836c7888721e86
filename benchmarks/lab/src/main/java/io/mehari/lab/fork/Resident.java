package io.mehari.lab.fork;

import io.mehari.engine.Fields;
import io.mehari.engine.Usage;
import io.mehari.lab.api.Operations;
import io.mehari.lab.api.Operations.Operation;
import io.mehari.lab.api.Workload;
import java.lang.management.ManagementFactory;

/** The memory of a process that has started a framework and run its operations: {@code Resident CamelMessages}. */
public final class Resident {
    private static final int MESSAGES = 1000;
    private static final double MIB = (1 << 20) / 1e6;

    private Resident() {}

    /** Argument: the class of the workload. */
    public static void main(String[] args) throws Exception {
        Operations operations = new Operations();
        Workload workload = Measure.start(args[0], operations);
        Sink sink = new Sink();
        for (Operation operation : operations.all()) {
            for (int i = 0; i < MESSAGES; i += operation.messages()) {
                sink.take(operation.call().call());
            }
        }
        Fields line = new Fields("memory")
                .number("heap", heap() / 1024.0)
                .number("classes", ManagementFactory.getClassLoadingMXBean().getLoadedClassCount())
                .number("resident", Usage.memory("self", "VmRSS") / MIB);
        workload.stop();
        line.print();
        System.out.flush();
        Runtime.getRuntime().halt(0);
    }

    private static long heap() {
        System.gc();
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
