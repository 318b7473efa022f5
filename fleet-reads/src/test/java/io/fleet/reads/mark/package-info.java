/** Tests name the rare branches that they take. As in fleet-storage, whose tests this module does not see. */
package io.fleet.reads.mark;
