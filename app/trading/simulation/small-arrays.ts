/** Short rows of numbers that a fold makes anew for each day. */

/** Makes rows of so many zeros, or of another number; whoever asks for one owns it. */
export function createRows(count: number, value = 0): () => number[] {
  const blank: number[] = [];
  // a fraction first, so that the engine lays the row down as plain doubles and never converts it
  for (let place = 0; place < count; place += 1) blank.push(0.5);
  blank.fill(value);
  return () => blank.slice();
}
