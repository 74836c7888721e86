package io.mehari;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** On a parameter of a method of a bean, a {@code Map}: the properties, as in {@link Exchange#getProperties}. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.PARAMETER)
public @interface ExchangeProperties {}
