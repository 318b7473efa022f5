/** Spreading and gathering, message by message. */
package io.fleet.ec.dissemination;
