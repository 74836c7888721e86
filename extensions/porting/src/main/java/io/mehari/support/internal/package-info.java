/** What the core finds if this jar is there: options of URIs that only Camel has. Not exported. */
package io.mehari.support.internal;
