package io.mehari.support.service;

/** The name that Camel has for {@link io.mehari.support.ServiceSupport}. */
public abstract class ServiceSupport extends io.mehari.support.ServiceSupport {}
