package io.mehari.impl.engine;

import io.mehari.ProducerTemplate;

/** Reads a stack, the innermost frame first, to find out whether it is within a route of a context. */
final class RouteFrames {
    /*
     * The frames of a route's code tell its context: NumberedCode has written its number, and a code without a number
     * belongs to the context with the number 0, unless a step has called it: then it is a part of the step's route,
     * whose code comes next. Other frames of routes, such as those of a consumer, belong to the context of the code
     * that they have called. If they have called none, as a consumer that stops its own context, or if a template is
     * between them and the code, they may belong to any context.
     */
    private static final int UNKNOWN = -1;

    private final int wanted;
    private int inside = UNKNOWN; // the context of the code that was read last
    private boolean inCode; // the last frame was one of a code, whose number may come next
    private boolean inNumber;
    private int number;

    /** Looks for the routes of the context with this number. */
    RouteFrames(int wanted) {
        this.wanted = wanted;
    }

    /** Reads a frame. Returns whether it is, or may be, one of a route of the context. */
    boolean isWithin(Class<?> type, String method) {
        if (type == NumberedCode.class) {
            return isLastOfNumber(method) && inside == wanted;
        } else if (type == RouteCode.class) {
            inCode |= !method.equals("run") && !method.equals("enter"); // which only call others of these methods
            return inNumber;
        }
        return inNumber || isCodeOf(type) || isOther(type);
    }

    private boolean isLastOfNumber(String method) {
        if (inCode) {
            inCode = false;
            inNumber = true;
            number = 0;
        }
        int digit = NumberedCode.digit(method);
        if (digit >= 0) {
            number = number << 2 | digit;
        } else if (NumberedCode.isFirst(method)) {
            inNumber = false;
            inside = number;
        }
        return !inNumber;
    }

    /** Reads the caller of a code without a number. */
    private boolean isCodeOf(Class<?> caller) {
        boolean isPart = Step.class.isAssignableFrom(caller) && caller != Direct.class;
        if (inCode && !isPart) {
            inside = 0;
        }
        boolean is = inCode && inside == wanted;
        inCode = false;
        return is && !isPart;
    }

    private boolean isOther(Class<?> type) {
        if (ProducerTemplate.class.isAssignableFrom(type)) {
            inside = UNKNOWN;
        }
        return inside == UNKNOWN && WithinRoute.isOfARoute(type);
    }
}
