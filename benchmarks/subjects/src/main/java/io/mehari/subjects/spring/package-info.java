/** The scenarios as a user of Spring Integration writes them: flows between channels. */
@org.jspecify.annotations.NullMarked
package io.mehari.subjects.spring;
