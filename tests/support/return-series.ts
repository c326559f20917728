// Seeded return series for statistics tests.
import { computeNormalQuantile } from '../../app/trading/domain/normal-distribution';
import { createSeededRandom } from '../../app/trading/random';

/** Independent normal returns; other seeds give other series. */
export function createNormalReturns(
  seed: string,
  count: number,
  mean = 0,
  deviation = 1,
): Float64Array {
  const random = createSeededRandom(seed);
  return Float64Array.from(
    { length: count },
    (_, step) =>
      mean + deviation * computeNormalQuantile(Math.max(1e-12, random.uniform('r', step))),
  );
}

/** AR(1) returns with coefficient `memory` and the given mean; unit variance. */
export function createAutocorrelatedReturns(
  seed: string,
  count: number,
  memory: number,
  mean = 0,
): Float64Array {
  const shocks = createNormalReturns(seed, count);
  let last = 0;
  return shocks.map((shock, step) => {
    last = step === 0 ? shock : memory * last + Math.sqrt(1 - memory * memory) * shock;
    return mean + last;
  });
}
