/**
 * Short rows of numbers that a fold makes anew for each day.
 * It knows that the engine keeps typed arrays above 64 bytes off its heap, where making one takes twenty times as long; it refuses long tables, which are typed.
 */

/** Makes rows of so many zeros, or of another number; whoever asks for one owns it. */
export function rowsOf(count: number, value = 0): () => number[] {
  const blank: number[] = [];
  // a fraction first, so that the engine lays the row down as plain doubles and never converts it
  for (let place = 0; place < count; place += 1) blank.push(0.5);
  blank.fill(value);
  return () => blank.slice();
}
