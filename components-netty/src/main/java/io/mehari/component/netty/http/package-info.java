/** HTTP/1.1: servers whose ports routes share, and requests that are sent. The door is {@code HttpServers}. */
package io.mehari.component.netty.http;
