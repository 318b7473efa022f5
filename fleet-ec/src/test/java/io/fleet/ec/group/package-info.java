/** Coded groups in memory, message by message. */
package io.fleet.ec.group;
