// Seeded series of returns for tests of statistics.
import { normalQuantile } from '../../app/trading/domain/normal-curve';
import { seededRandom } from '../../app/trading/random';

/** Independent normal returns of a mean and a deviation; another seed is another series. */
export function normalReturns(seed: string, count: number, mean = 0, deviation = 1): Float64Array {
  const random = seededRandom(seed);
  return Float64Array.from(
    { length: count },
    (_, step) => mean + deviation * normalQuantile(Math.max(1e-12, random.uniform('r', step))),
  );
}

/** Each return resembles the one before by `memory`; mean and deviation are those of the whole. */
export function resemblingReturns(
  seed: string,
  count: number,
  memory: number,
  mean = 0,
): Float64Array {
  const news = normalReturns(seed, count);
  let last = 0;
  return news.map((shock, step) => {
    last = step === 0 ? shock : memory * last + Math.sqrt(1 - memory * memory) * shock;
    return mean + last;
  });
}
