/** An object that behaves like `target`, except for the given members. Works for classes with private fields. */
export function override<T extends object>(target: T, members: Partial<T>): T {
  return new Proxy(target, {
    get(_, key) {
      if (key in members) return members[key as keyof T];
      const value = target[key as keyof T];
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}
