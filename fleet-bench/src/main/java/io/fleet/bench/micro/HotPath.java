package io.fleet.bench.micro;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A benchmark of what happens for each command or entry: it must not allocate. {@code fleet bench jmh} fails when it
 * does, and so does a unit test, without measuring any time.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface HotPath {
    /**
     * What an operation may take on average because of things that are made now and then and not for each one: less
     * than the 16 bytes that the smallest object takes.
     *
     * @return bytes.
     */
    double most() default 0;
}
