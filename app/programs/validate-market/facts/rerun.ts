// The same seed asked twice, forwards and backwards: every value has to be the same to the last
// bit.
import { POWER_HUBS } from '../../../trading/domain/contract';
import type { FactRow } from '../row';
import { buildWithinTarget } from '../row';
import { heldContracts } from '../chain-reader';
import { CHAINS } from '../study';
import type { OpenWorld, WorldParts } from '../world-study';

/** Days that are asked for, some with a gap before them and some next to each other. */
const DAYS = [20, 21, 400, 64, 63, 733, 128, 900, 365];

/** Everything that is compared, on one day. */
function listValues({ weather, futures, power }: WorldParts, day: number): number[] {
  const past = weather.pastDay(day);
  const outlook = weather.outlookAt({ day, cycles: 2 });
  const prices = CHAINS.flatMap((chain) =>
    heldContracts(futures, chain, day)
      .slice(0, 3)
      .map((contract) => futures.settlement(contract, day)),
  );
  const strips = POWER_HUBS.flatMap((hub) =>
    power
      .listed(`ET-${hub}`, day)
      .slice(0, 1)
      .map((strip) => power.settlement(strip, day)),
  );
  const spot = POWER_HUBS.flatMap((hub) => [...power.spot(hub, day)]);
  return [
    ...past.meanF,
    ...past.rainInches,
    outlook.meanF(2, 5),
    outlook.expectedBelowF(5, 3, 47),
    ...prices,
    ...strips,
    ...spot,
  ];
}

/**
 * How many values differ between two worlds of one seed of which the second is asked in the
 * opposite order and forgets everything in between.
 */
export function rerunRows(open: OpenWorld, seed: string): FactRow[] {
  const first = open({ seed });
  const forwards = new Map(DAYS.map((day) => [day, listValues(first, day)]));
  const second = open({ seed });
  let [differing, compared] = [0, 0];
  for (const day of [...DAYS].reverse()) {
    const again = listValues(second, day);
    const before = forwards.get(day) ?? [];
    compared += before.length;
    differing +=
      Math.abs(before.length - again.length) +
      before.filter((value, index) => !Object.is(value, again[index])).length;
    for (const part of [second.weather, second.futures, second.power]) part.forget();
  }
  return [
    {
      fact: 'same seed again, values that differ',
      market: 'all',
      simulated: [differing],
      target: buildWithinTarget(0, 0),
      real: null,
      decimals: 0,
      note: `of ${compared}, asked in another order`,
    },
  ];
}
