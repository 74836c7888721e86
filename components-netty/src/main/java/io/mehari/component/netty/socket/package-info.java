/**
 * What both schemes share. Senders: connections, pooled or shared, and the calls that they carry. Receivers: a
 * listener, and connections that pass their messages to a route one at a time. It knows neither frames nor HTTP.
 */
package io.mehari.component.netty.socket;
