package io.mehari.porting;

/**
 * Something that Mehari does not have.
 *
 * @param what the name, as it is in the source
 * @param remedy what to write instead, or why it stays in Camel
 * @param stays whether a route with it should stay in Camel
 */
record Stop(int line, String what, String remedy, boolean stays) {}
