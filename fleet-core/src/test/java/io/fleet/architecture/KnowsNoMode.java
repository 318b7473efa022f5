package io.fleet.architecture;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.Set;
import java.util.regex.Pattern;

/** That a class, its package and its members are not called after the coded mode, and do not ask for it. */
final class KnowsNoMode extends ArchCondition<JavaClass> {
    /** Not of what was encoded or decoded. */
    private static final Pattern NAME = Pattern.compile("(?i).*(?<!en|de)coded.*");
    private static final Set<String> ASKED = Set.of("Mode.CODED", "GroupConfig.code", "GroupConfig.coded");

    KnowsNoMode() {
        super("know nothing of the coded mode");
    }

    @Override
    public void check(final JavaClass type, final ConditionEvents events) {
        if (NAME.matcher(type.getName()).matches()) {
            events.add(SimpleConditionEvent.violated(type, type.getName() + " is called after a mode"));
        }
        for (final JavaMember member : type.getMembers()) {
            if (NAME.matcher(member.getName()).matches()) {
                events.add(SimpleConditionEvent.violated(type, member.getFullName() + " is called after a mode"));
            }
        }
        for (final JavaAccess<?> access : type.getAccessesFromSelf()) {
            if (ASKED.contains(access.getTargetOwner().getSimpleName() + "." + access.getTarget().getName())) {
                events.add(SimpleConditionEvent.violated(type, access.getDescription()));
            }
        }
    }
}
