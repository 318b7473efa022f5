/**
 * {@code fleet mutants}: takes one rule after the other out of the production code, in a copy, and sees to it that the
 * simulator notices. Each mutant is a patch of the catalogue beside the code ({@code fleet-verify/src/mutants}); one
 * that no seed kills is a test that is missing. Needs a checkout, a JDK and git.
 */
package io.fleet.verify.mutants;
