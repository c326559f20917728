// Cache of results that depend only on a view of an account, or on the state behind it, and a key.
// Views and states never change: a result is dropped with its owner.

/** Creates a cache of one kind of result. */
export function createViewCache<T>(): (owner: object, key: string, build: () => T) => T {
  const resultsByOwner = new WeakMap<object, Map<string, T>>();
  return (owner, key, build) => {
    const results = resultsByOwner.get(owner) ?? new Map<string, T>();
    resultsByOwner.set(owner, results);
    const found = results.get(key);
    if (found !== undefined) return found;
    const built = build();
    results.set(key, built);
    return built;
  };
}
