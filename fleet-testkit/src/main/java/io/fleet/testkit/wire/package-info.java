/** Which messages there are, of all modes. */
package io.fleet.testkit.wire;
