// Reads one simulated chain, close by close: the front contract until its roll, and later months.
import type { Instrument } from '../../trading/domain/instrument';
import { getDayStartMs } from '../../trading/simulation/calendar';
import type { FuturesModel } from '../../trading/simulation/market-models';
import type { ChainStudy, CurveStudy } from './chain-study';
import { CURVE_MONTHS, type Chain, MATURITIES } from './chains';
import { DAY_MS } from '../../trading/domain/time';

/** Chains with all months listed, so that the n-th contract is about n months away. */
const MONTHLY: readonly Chain[] = ['NG', 'CL', 'HO'];

export interface ChainReader {
  readonly study: ChainStudy;
  /**
   * Reads the close of a business day, the settlement at the following midnight. Days must be in
   * order.
   */
  take(dayIndex: number, day: number): void;
}

/** Contracts that do not roll by the end of a day, in order of expiry. */
export const listUnrolledContracts = (
  futures: Pick<FuturesModel, 'listInstruments'>,
  chain: string,
  day: number,
): readonly Instrument[] => {
  const endsMs = getDayStartMs(day) + DAY_MS;
  return futures
    .listInstruments(chain, day)
    .filter(({ contract }) => contract !== undefined && contract.rollMs > endsMs);
};

export const computeLogReturn = (previousCloses: number | undefined, now: number): number =>
  previousCloses !== undefined && previousCloses > 0 && now > 0
    ? Math.log(now / previousCloses)
    : NaN;

export function createChainReader(futures: FuturesModel, chain: Chain, count: number): ChainReader {
  const createEmpty = (): Float64Array => new Float64Array(count).fill(NaN);
  const maturities = MONTHLY.includes(chain) ? MATURITIES : [];
  const curve: CurveStudy | null = MONTHLY.includes(chain)
    ? {
        prices: new Float64Array(count * CURVE_MONTHS).fill(NaN),
        firstMonth: new Int8Array(count).fill(-1),
      }
    : null;
  const study = {
    chain,
    closes: createEmpty(),
    returns: createEmpty(),
    isRolled: true,
    generic: new Map(maturities.map((month) => [month, createEmpty()])),
    curve,
  };
  const contractCount = curve ? CURVE_MONTHS + 1 : 2;
  let closes = new Map<string, number>();
  return {
    study,
    take(dayIndex, day) {
      const contracts = listUnrolledContracts(futures, chain, day).slice(0, contractCount);
      const previousCloses = closes;
      closes = new Map(
        contracts.map((contract) => [contract.id, futures.getSettlement(contract, day + 1)]),
      );
      const getClose = (index: number): number => closes.get(contracts[index]?.id ?? '') ?? NaN;
      const getReturn = (index: number): number =>
        computeLogReturn(previousCloses.get(contracts[index]?.id ?? ''), getClose(index));
      study.closes[dayIndex] = getClose(0);
      study.returns[dayIndex] = getReturn(0);
      for (const [month, returns] of study.generic) returns[dayIndex] = getReturn(month - 1);
      if (curve) readCurve(curve, dayIndex, contracts, getClose);
    },
  };
}

function readCurve(
  curve: CurveStudy,
  dayIndex: number,
  contracts: readonly Instrument[],
  getClose: (index: number) => number,
): void {
  const delivery = contracts[0]?.contract?.delivery;
  if (delivery === undefined) return;
  curve.firstMonth[dayIndex] = Number(delivery.slice(5, 7)) - 1;
  for (let index = 0; index < CURVE_MONTHS; index += 1)
    curve.prices[dayIndex * CURVE_MONTHS + index] = getClose(index);
}
