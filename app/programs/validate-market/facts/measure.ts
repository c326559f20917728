// Computes a fact for every simulated path and for the real market.
import { listFinite } from '../../../trading/statistics/sample';
import type { FactRow, Target } from '../row';
import type { ChainStudy } from '../chain-study';
import { CHAIN_CODES, type Chain } from '../chains';
import type { MarketStudy } from '../study';

/** Studies of simulated paths and of the real market. */
export interface Studies {
  readonly simulated: readonly MarketStudy[];
  readonly real: MarketStudy | null;
}

interface FactDefinition {
  readonly fact: string;
  readonly market: string;
  readonly target: Target | null;
  readonly decimals: number;
  readonly note?: string;
  /** NaN when the study lacks the data. */
  readonly compute: (study: MarketStudy) => number;
}

export function measureFact(
  { simulated, real }: Studies,
  { fact, market, target, decimals, note = '', compute }: FactDefinition,
): FactRow {
  const realValue = real === null ? NaN : compute(real);
  return {
    fact,
    market,
    target,
    decimals,
    note,
    simulated: simulated.map(compute),
    real: Number.isFinite(realValue) ? realValue : null,
  };
}

/** One figure over all paths together, for facts that need many years. */
export function measurePooledFact(
  { simulated, real }: Studies,
  {
    fact,
    market,
    target,
    decimals,
    note = '',
    compute,
  }: Omit<FactDefinition, 'compute'> & {
    readonly compute: (markets: readonly MarketStudy[]) => number;
  },
): FactRow {
  const realValue = real === null ? NaN : compute([real]);
  return {
    fact,
    market,
    target,
    decimals,
    note,
    simulated: [compute(simulated)],
    real: Number.isFinite(realValue) ? realValue : null,
  };
}

/** Computes a figure of one chain; NaN when the study lacks it. */
export const forChain =
  (chain: Chain, compute: (study: ChainStudy, market: MarketStudy) => number) =>
  (study: MarketStudy): number => {
    const chainStudy = study.chains.get(chain);
    return chainStudy === undefined ? NaN : compute(chainStudy, study);
  };

/** Returns without missing values, in order. */
export const listReturns = (study: ChainStudy): Float64Array => listFinite(study.returns);

export const getCode = (chain: Chain): string => CHAIN_CODES[chain];

/** Note for real front-month series, whose returns include rolls. */
export const getFrontNote = ({ real }: Studies, chain: Chain): string =>
  real?.chains.get(chain)?.isRolled === false ? 'real: front series, rolls included' : '';
