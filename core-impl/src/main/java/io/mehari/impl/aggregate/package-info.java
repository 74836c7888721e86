/**
 * The aggregator: open groups, the lock under which a group takes one message after the other, the timer of groups, and
 * what happens to a group that is complete, or still open when its route stops.
 */
package io.mehari.impl.aggregate;
