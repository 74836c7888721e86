/** Calls a method of a user's object as a step or an expression. Not exported. */
package io.mehari.builder.bean;
