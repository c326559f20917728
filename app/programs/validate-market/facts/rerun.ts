// Determinism: the same seed queried forward and backward gives bit-identical values.
import { POWER_HUBS } from '../../../trading/domain/contract';
import type { FactRow } from '../row';
import { createRangeTarget } from '../row';
import { listUnrolledContracts } from '../chain-reader';
import { CHAINS } from '../chains';
import type { OpenWorld, WorldParts } from '../open-world';

/** Queried days, some adjacent and some with gaps. */
const DAYS = [20, 21, 400, 64, 63, 733, 128, 900, 365];

/** Compared values of one day. */
function listValues({ weather, futures, power }: WorldParts, day: number): number[] {
  const pastDay = weather.getPastDay(day);
  const outlook = weather.getOutlook({ day, cycles: 2 });
  const prices = CHAINS.flatMap((chain) =>
    listUnrolledContracts(futures, chain, day)
      .slice(0, 3)
      .map((contract) => futures.getSettlement(contract, day)),
  );
  const strips = POWER_HUBS.flatMap((hub) =>
    power
      .listInstruments(`ET-${hub}`, day)
      .slice(0, 1)
      .map((strip) => power.getSettlement(strip, day)),
  );
  const spot = POWER_HUBS.flatMap((hub) => [...power.getSpotPrices(hub, day)]);
  return [
    ...pastDay.meanF,
    ...pastDay.rainInches,
    outlook.meanF(2, 5),
    outlook.expectedBelowF(5, 3, 47),
    ...prices,
    ...strips,
    ...spot,
  ];
}

/**
 * Counts differing values between two simulations of one seed; the second is queried in reverse
 * order with cleared caches.
 */
export function buildRerunRows(open: OpenWorld, seed: string): FactRow[] {
  const first = open({ seed });
  const forwards = new Map(DAYS.map((day) => [day, listValues(first, day)]));
  const second = open({ seed });
  let [differing, compared] = [0, 0];
  for (const day of [...DAYS].reverse()) {
    const repeated = listValues(second, day);
    const original = forwards.get(day) ?? [];
    compared += original.length;
    differing +=
      Math.abs(original.length - repeated.length) +
      original.filter((value, index) => !Object.is(value, repeated[index])).length;
    for (const part of [second.weather, second.futures, second.power]) part.forget();
  }
  return [
    {
      fact: 'same seed again, values that differ',
      market: 'all',
      simulated: [differing],
      target: createRangeTarget(0, 0),
      real: null,
      decimals: 0,
      note: `of ${compared}, asked in another order`,
    },
  ];
}
