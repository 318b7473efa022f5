/** Options of the command lines that test and measure Fleet. */
package io.fleet.verify.options;
