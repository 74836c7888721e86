package io.mehari.impl;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A test that makes shared threads wait on purpose: {@link SharedThreadsWatch} ignores it. */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface BlocksSharedThreads {
    /** Why it does. */
    String value();
}
