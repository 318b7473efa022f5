/**
 * What Fleet throws at its users. Each type says whether the command was not applied, was applied, or may have been
 * ({@link io.fleet.error.OutcomeUnknownException}).
 *
 * <p>Part of the public API.
 */
@NullMarked
package io.fleet.error;

import org.jspecify.annotations.NullMarked;
