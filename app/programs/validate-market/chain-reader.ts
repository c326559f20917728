// One chain of a simulated market, close by close: the contract that is held until its roll, and
// the months behind it.
import type { Instrument } from '../../trading/domain/instrument';
import { dayStartMs } from '../../trading/simulation/calendar';
import type { FuturesPart } from '../../trading/simulation/parts';
import { CURVE_MONTHS, type Chain, type ChainStudy, type CurveStudy, MATURITIES } from './study';
import { DAY_MS } from '../../trading/domain/time';

/** Chains whose every month is listed: the n-th contract is then about n months off. */
const MONTHLY: readonly Chain[] = ['NG', 'CL', 'HO'];

export interface ChainReader {
  readonly study: ChainStudy;
  /**
   * Takes the close of a business day, which is the settlement at the midnight that ends it; days
   * come in order.
   */
  take(place: number, day: number): void;
}

/** Contracts that are still held at the end of a day, in order of their expiry. */
export const heldContracts = (
  futures: Pick<FuturesPart, 'listed'>,
  chain: string,
  day: number,
): readonly Instrument[] => {
  const endsMs = dayStartMs(day) + DAY_MS;
  return futures
    .listed(chain, day)
    .filter(({ contract }) => contract !== undefined && contract.rollMs > endsMs);
};

const logReturn = (before: number | undefined, now: number): number =>
  before !== undefined && before > 0 && now > 0 ? Math.log(now / before) : NaN;

export function readChain(futures: FuturesPart, chain: Chain, count: number): ChainReader {
  const empty = (): Float64Array => new Float64Array(count).fill(NaN);
  const maturities = MONTHLY.includes(chain) ? MATURITIES : [];
  const curve: CurveStudy | null = MONTHLY.includes(chain)
    ? {
        prices: new Float64Array(count * CURVE_MONTHS).fill(NaN),
        firstMonth: new Int8Array(count).fill(-1),
      }
    : null;
  const study = {
    chain,
    closes: empty(),
    returns: empty(),
    isRolled: true,
    generic: new Map(maturities.map((month) => [month, empty()])),
    curve,
  };
  const wanted = curve ? CURVE_MONTHS + 1 : 2;
  let closes = new Map<string, number>();
  return {
    study,
    take(place, day) {
      const held = heldContracts(futures, chain, day).slice(0, wanted);
      const before = closes;
      closes = new Map(
        held.map((contract) => [contract.id, futures.settlement(contract, day + 1)]),
      );
      const close = (index: number): number => closes.get(held[index]?.id ?? '') ?? NaN;
      const change = (index: number): number =>
        logReturn(before.get(held[index]?.id ?? ''), close(index));
      study.closes[place] = close(0);
      study.returns[place] = change(0);
      for (const [month, returns] of study.generic) returns[place] = change(month - 1);
      if (curve) takeCurve(curve, place, held, close);
    },
  };
}

function takeCurve(
  curve: CurveStudy,
  place: number,
  held: readonly Instrument[],
  close: (index: number) => number,
): void {
  const delivery = held[0]?.contract?.delivery;
  if (delivery === undefined) return;
  curve.firstMonth[place] = Number(delivery.slice(5, 7)) - 1;
  for (let index = 0; index < CURVE_MONTHS; index += 1)
    curve.prices[place * CURVE_MONTHS + index] = close(index);
}
