/** Tests of payloads in stripes. */
package io.fleet.ec.stripe;
