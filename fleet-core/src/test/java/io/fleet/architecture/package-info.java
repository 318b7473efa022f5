/**
 * What the shape of the code must be ({@code docs/where-is-what.md}), checked on the compiled classes: the floors, no
 * package cycle, pure protocol classes, and who may use which library. Every rule is also run over a fixture that
 * breaks it, so that a rule that finds nothing is known to look.
 */
package io.fleet.architecture;
