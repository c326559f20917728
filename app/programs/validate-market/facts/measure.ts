// How a fact becomes a row: the same question asked of every seed's study and of the real one.
import { listPresent } from '../../../trading/statistics/sample';
import type { FactRow, Target } from '../row';
import { CHAIN_CODES, type Chain, type ChainStudy, type MarketStudy } from '../study';

/** What rows are made from. */
export interface Studies {
  readonly simulated: readonly MarketStudy[];
  readonly real: MarketStudy | null;
}

interface Question {
  readonly fact: string;
  readonly market: string;
  readonly target: Target | null;
  readonly decimals: number;
  readonly note?: string;
  /** NaN where a study cannot tell. */
  readonly ask: (study: MarketStudy) => number;
}

/** A row for one question. */
export function measureFact(
  { simulated, real }: Studies,
  { fact, market, target, decimals, note = '', ask }: Question,
): FactRow {
  const found = real === null ? NaN : ask(real);
  return {
    fact,
    market,
    target,
    decimals,
    note,
    simulated: simulated.map(ask),
    real: Number.isFinite(found) ? found : null,
  };
}

/**
 * A row for a question to all worlds together: of what only many years tell, a figure of each world
 * would mostly be chance.
 */
export function pooledRow(
  { simulated, real }: Studies,
  {
    fact,
    market,
    target,
    decimals,
    note = '',
    ask,
  }: Omit<Question, 'ask'> & { readonly ask: (markets: readonly MarketStudy[]) => number },
): FactRow {
  const found = real === null ? NaN : ask([real]);
  return {
    fact,
    market,
    target,
    decimals,
    note,
    simulated: [ask(simulated)],
    real: Number.isFinite(found) ? found : null,
  };
}

/** A figure of one chain of a study; NaN when the study lacks the chain. */
export const ofChain =
  (chain: Chain, ask: (study: ChainStudy, market: MarketStudy) => number) =>
  (study: MarketStudy): number => {
    const own = study.chains.get(chain);
    return own === undefined ? NaN : ask(own, study);
  };

/** Returns of a chain that are there, in order. */
export const presentReturns = (study: ChainStudy): Float64Array => listPresent(study.returns);

export const generateCode = (chain: Chain): string => CHAIN_CODES[chain];

/** Beside figures of a real front series whose rolls look like returns. */
export const frontNote = ({ real }: Studies, chain: Chain): string =>
  real?.chains.get(chain)?.isRolled === false ? 'real: front series, rolls included' : '';
