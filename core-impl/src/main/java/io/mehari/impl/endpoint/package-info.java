/** The components and endpoints of a context, found by their URIs; an endpoint is forgotten after its last user. */
package io.mehari.impl.endpoint;
