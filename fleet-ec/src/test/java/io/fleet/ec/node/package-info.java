/** Messages of coded groups, to the group and back. */
package io.fleet.ec.node;
