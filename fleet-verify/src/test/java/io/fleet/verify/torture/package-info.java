/** The judgement on hand-made histories, the parts, and one short run with real processes. */
package io.fleet.verify.torture;
