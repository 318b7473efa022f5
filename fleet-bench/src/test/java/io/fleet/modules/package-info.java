/** The direction between the modules, checked here because this is the one module that sees all the others. */
package io.fleet.modules;
