/** What sends to and receives from endpoints on behalf of code outside of routes. */
package io.mehari.impl.template;
