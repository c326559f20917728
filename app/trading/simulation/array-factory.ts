/** Fast creation of short number arrays, one set per simulated day. */

/** Returns a factory of arrays of `count` equal numbers. */
export function createArrayFactory(count: number, value = 0): () => number[] {
  const blank: number[] = [];
  // A fraction first, so that V8 stores the array as doubles and never converts it.
  for (let index = 0; index < count; index += 1) blank.push(0.5);
  blank.fill(value);
  return () => blank.slice();
}
