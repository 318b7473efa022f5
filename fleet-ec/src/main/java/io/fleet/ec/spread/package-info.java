/**
 * Where a value is (rules C1, C2, C7, R6, R7): encoded and spread, a segment for each node; gathered again from any k
 * of them; rebuilt where one is missing. Nothing here knows of slots. Pure, single-threaded.
 */
package io.fleet.ec.spread;
