package io.mehari.report;

import java.util.Objects;

/**
 * What one message costs in objects of one class.
 *
 * @param group the scenario
 * @param subject who was measured
 * @param jdk the name of one of the result's JDKs
 * @param type the class
 * @param objects how many of it for each message
 * @param bytes how many bytes they take together, for each message
 */
public record ObjectRow(String group, String subject, String jdk, String type, double objects, double bytes) {

    /** Two finite numbers, neither below zero. */
    public ObjectRow {
        Objects.requireNonNull(group, "group");
        Objects.requireNonNull(subject, "subject");
        Objects.requireNonNull(jdk, "jdk");
        Objects.requireNonNull(type, "type");
        if (!(objects >= 0) || !(bytes >= 0) || !Double.isFinite(objects + bytes)) {
            throw new IllegalArgumentException(
                    type + " of " + subject + ": " + objects + " objects of " + bytes + " bytes are no count");
        }
    }
}
