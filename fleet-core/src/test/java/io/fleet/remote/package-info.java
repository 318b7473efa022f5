/** A client in a process of its own against nodes in processes of their own. */
package io.fleet.remote;
