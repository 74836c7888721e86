/** The scenarios as a user of Vert.x writes them: handlers at addresses of the event bus. */
@org.jspecify.annotations.NullMarked
package io.mehari.subjects.vertx;
