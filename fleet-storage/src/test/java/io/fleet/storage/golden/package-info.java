/** Files that earlier versions of the formats have written, and how they are read. */
package io.fleet.storage.golden;
