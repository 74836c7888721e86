/**
 * Makes a site of the Markdown files of the project: pages, the sources that they link to, a search that needs no
 * server. {@link io.mehari.site.Site} is the program; paths are texts with slashes that count from the project's folder.
 */
@NullMarked
package io.mehari.site;

import org.jspecify.annotations.NullMarked;
