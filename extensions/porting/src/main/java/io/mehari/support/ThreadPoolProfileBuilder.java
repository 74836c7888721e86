package io.mehari.support;

import io.mehari.spi.ThreadPoolRejectedPolicy;

/** Makes a {@link ThreadPoolProfile}, for {@link ExecutorServiceManager#registerThreadPoolProfile}. */
public final class ThreadPoolProfileBuilder {
    private final ThreadPoolProfile profile;

    /** A profile with this id. */
    public ThreadPoolProfileBuilder(String id) {
        profile = new ThreadPoolProfile(id);
    }

    /** See {@link ThreadPoolProfile#setPoolSize}. */
    public ThreadPoolProfileBuilder poolSize(int poolSize) {
        profile.setPoolSize(poolSize);
        return this;
    }

    /** See {@link ThreadPoolProfile#setMaxPoolSize}. */
    public ThreadPoolProfileBuilder maxPoolSize(int maxPoolSize) {
        profile.setMaxPoolSize(maxPoolSize);
        return this;
    }

    /** See {@link ThreadPoolProfile#setMaxQueueSize}. */
    public ThreadPoolProfileBuilder maxQueueSize(int maxQueueSize) {
        profile.setMaxQueueSize(maxQueueSize);
        return this;
    }

    /** See {@link ThreadPoolProfile#setRejectedPolicy}. */
    public ThreadPoolProfileBuilder rejectedPolicy(ThreadPoolRejectedPolicy rejectedPolicy) {
        profile.setRejectedPolicy(rejectedPolicy);
        return this;
    }

    public ThreadPoolProfile build() {
        return profile;
    }
}
