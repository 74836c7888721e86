package io.mehari.report;

import java.util.Objects;

/**
 * The objects of one class that a message allocates.
 *
 * @param group the scenario
 * @param subject the measured implementation
 * @param jdk the name of one of the result's JDKs
 * @param type the class
 * @param objects the number of objects for each message
 * @param bytes the bytes of these objects together, for each message
 */
public record ObjectRow(String group, String subject, String jdk, String type, double objects, double bytes) {

    /** Both numbers must be finite and not negative. */
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
