/** Named rare branches, and how often each was taken: what a test must reach, and an operator may want to see. */
package io.fleet.storage.mark;
