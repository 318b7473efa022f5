package io.fleet.reads.mark;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/** A test that must take the rare branches with the named marks; it fails when one of them is not taken. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
@ExtendWith(MarkExpectation.class)
public @interface Expects {
    /** The names of the marks. */
    String[] value();
}
