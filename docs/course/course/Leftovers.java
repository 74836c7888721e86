package course;

import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Finds by reflection what a message leaves in an object that is used again. */
public final class Leftovers {
    /*
     * A field may also be final, if it refers to a collection, an array or an object of the reader's own, which reset
     * empties: that is another right way. So both methods look into those.
     */
    private static final String TEXT = "of the message before";

    private Leftovers() {}

    /** Writes to every field; returns their names. */
    public static List<String> writeTo(Object object) throws ReflectiveOperationException {
        List<String> written = new ArrayList<>();
        for (Field field : fields(object)) {
            Object old = field.get(object);
            boolean isFinal = Modifier.isFinal(field.getModifiers());
            if (old != null && isOwn(old)) {
                writeTo(old).forEach(inner -> written.add(field.getName() + "." + inner));
            } else if (!isFinal) {
                field.set(object, something(field.getType()));
                written.add(field.getName());
            } else if (old != null && fill(old)) {
                written.add(field.getName());
            }
        }
        return written;
    }

    /** The fields, and what they hold, that differ from those of a new object. */
    public static List<String> of(Object used, Object fresh) throws ReflectiveOperationException {
        List<String> found = new ArrayList<>();
        for (Field field : fields(used)) {
            Object left = field.get(used);
            Object usual = field.get(fresh);
            if (left != null && usual != null && isOwn(left) && left.getClass() == usual.getClass()) {
                of(left, usual).forEach(inner -> found.add(field.getName() + "." + inner));
            } else if (!Objects.deepEquals(left, usual)
                    && !(left != null && usual != null && left.getClass() == Object.class)) {
                found.add(field.getName() + " = " + left);
            }
        }
        return found;
    }

    private static List<Field> fields(Object object) {
        List<Field> fields = new ArrayList<>();
        for (Class<?> next = object.getClass(); next != Object.class; next = next.getSuperclass()) {
            for (Field field : next.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers())) {
                    field.setAccessible(true);
                    fields.add(field);
                }
            }
        }
        return fields;
    }

    /** Whether this is an object of the reader's own class, without constants. */
    private static boolean isOwn(Object value) {
        Class<?> type = value.getClass();
        return !type.isArray() && !type.isEnum() && !type.getName().startsWith("java.");
    }

    @SuppressWarnings("unchecked") // only a string is added, and its type is not looked at
    private static boolean fill(Object old) throws ReflectiveOperationException {
        if (old instanceof Collection<?> collection) {
            return ((Collection<Object>) collection).add(TEXT);
        }
        if (old instanceof Map<?, ?> map) {
            return ((Map<Object, Object>) map).put(TEXT, TEXT) == null;
        }
        if (old.getClass().isArray() && Array.getLength(old) > 0) {
            Array.set(old, 0, something(old.getClass().getComponentType()));
            return true;
        }
        return false;
    }

    private static Object something(Class<?> type) throws ReflectiveOperationException {
        if (type.isPrimitive()) {
            return type == boolean.class ? true : type == char.class ? (Object) 'x' : number(type);
        }
        if (type.isAssignableFrom(String.class)) {
            return TEXT;
        }
        if (type.isArray()) {
            return Array.newInstance(type.getComponentType(), 1);
        }
        if (type.isAssignableFrom(ArrayList.class)) {
            return new ArrayList<>(List.of(TEXT));
        }
        if (Map.class.isAssignableFrom(type) && type.isInterface()) {
            return Map.of(TEXT, TEXT);
        }
        if (type == Throwable.class || type == Exception.class) {
            return new Exception(TEXT);
        }
        Constructor<?> constructor = type.getDeclaredConstructor();
        constructor.setAccessible(true);
        return constructor.newInstance();
    }

    private static Object number(Class<?> type) {
        Object array = Array.newInstance(type, 1);
        Array.setByte(array, 0, (byte) 7);
        return Array.get(array, 0);
    }
}
