/**
 * A base class for services that need nothing else of a component. Any thread may start and stop a {@link
 * io.mehari.support.service.ServiceSupport}, one after the other; actions in {@code doStart} <i>happen-before</i> the
 * actions of a thread for which {@code isStarted()} has returned true.
 */
package io.mehari.support.service;
