// Daily returns of each chain: volatility, tails and autocorrelation.
import { computeAnnualVolatilityPercent } from '../../../trading/statistics/annual-volatility';
import { computeAutocorrelation } from '../../../trading/statistics/autocorrelation';
import { computeKurtosis } from '../../../trading/statistics/kurtosis';
import { computeMedian } from '../../../trading/statistics/quantile';
import { listFinite } from '../../../trading/statistics/sample';
import { fitStudentFreedom } from '../../../trading/statistics/student-freedom';
import { type FactRow, createToleranceTarget, createFactorTarget, createRangeTarget } from '../row';
import type { ChainStudy } from '../chain-study';
import { CHAINS, type Chain } from '../chains';
import { type Studies, getCode, getFrontNote, forChain, listReturns, measureFact } from './measure';

/** Real annual volatility of front months 2000-2023, percent. Target: ± 4. */
const REAL_VOLATILITY: Readonly<Record<Chain, number>> = {
  NG: 54,
  CL: 41,
  HO: 35,
  CORN: 28,
  SOYB: 25,
  WHEAT: 36,
  KC: 34,
  OJ: 36,
  CT: 29,
};
const VOLATILITY_TOLERANCE = 4;
/** Student-t degrees of freedom of real returns. Target: ± 40%. */
const REAL_FREEDOM: Readonly<Record<Chain, number>> = {
  NG: 4.9,
  CL: 3.3,
  HO: 3.8,
  CORN: 3.9,
  SOYB: 3.7,
  WHEAT: 6.1,
  KC: 6.8,
  OJ: 6.3,
  CT: 3.6,
};
const FREEDOM_TOLERANCE = 0.4;
/** Real autocorrelation of absolute returns at lag 20. Target: ± 0.07. */
const REAL_MEMORY_20: Readonly<Record<Chain, number>> = {
  NG: 0.13,
  CL: 0.2,
  HO: 0.12,
  CORN: 0.11,
  SOYB: 0.15,
  WHEAT: 0.09,
  KC: 0.07,
  OJ: 0.09,
  CT: 0.15,
};
const MEMORY_20_TOLERANCE = 0.07;

/** Price levels in quoted units. Target for the median: within a factor of 1.5. */
const LEVELS: Readonly<Record<Chain, number>> = {
  NG: 3.6,
  CL: 72,
  HO: 2.45,
  CORN: 450,
  SOYB: 1080,
  WHEAT: 580,
  KC: 210,
  OJ: 230,
  CT: 78,
};
const LEVEL_FACTOR = 1.5;

const createAbsoluteAutocorrelation =
  (lag: number) =>
  (study: ChainStudy): number =>
    computeAutocorrelation(listReturns(study).map(Math.abs), lag);

interface ReturnFact {
  readonly fact: string;
  readonly decimals: number;
  readonly target: (chain: Chain) => FactRow['target'];
  readonly compute: (study: ChainStudy) => number;
}

const FACTS: readonly ReturnFact[] = [
  {
    fact: 'median price, quoted units',
    decimals: 2,
    target: (chain) => createFactorTarget(LEVELS[chain], LEVEL_FACTOR),
    compute: (study) => computeMedian(listFinite(study.closes)),
  },
  {
    fact: 'annual volatility, %',
    decimals: 1,
    target: (chain) => createToleranceTarget(REAL_VOLATILITY[chain], VOLATILITY_TOLERANCE),
    compute: (study) => computeAnnualVolatilityPercent(listReturns(study)),
  },
  {
    fact: 'kurtosis of daily returns',
    decimals: 1,
    target: () => createRangeTarget(4.5, 12),
    compute: (study) => computeKurtosis(listReturns(study)),
  },
  {
    fact: 'Student degrees of freedom',
    decimals: 1,
    target: (chain) =>
      createToleranceTarget(REAL_FREEDOM[chain], FREEDOM_TOLERANCE * REAL_FREEDOM[chain]),
    compute: (study) => fitStudentFreedom(listReturns(study)),
  },
  {
    fact: 'autocorrelation of returns, 1 day',
    decimals: 3,
    target: () => createRangeTarget(-0.08, 0.06),
    compute: (study) => computeAutocorrelation(listReturns(study), 1),
  },
  {
    fact: 'autocorrelation of sizes, 1 day',
    decimals: 3,
    target: () => createRangeTarget(0.1, 0.35),
    compute: createAbsoluteAutocorrelation(1),
  },
  {
    fact: 'autocorrelation of sizes, 10 days',
    decimals: 3,
    target: () => createRangeTarget(0.07, 0.25),
    compute: createAbsoluteAutocorrelation(10),
  },
  {
    fact: 'autocorrelation of sizes, 20 days',
    decimals: 3,
    target: (chain) => createToleranceTarget(REAL_MEMORY_20[chain], MEMORY_20_TOLERANCE),
    compute: createAbsoluteAutocorrelation(20),
  },
];

export const buildReturnRows = (studies: Studies): FactRow[] =>
  FACTS.flatMap(({ fact, decimals, target, compute }) =>
    CHAINS.map((chain) =>
      measureFact(studies, {
        fact,
        market: getCode(chain),
        decimals,
        target: target(chain),
        note: getFrontNote(studies, chain),
        compute: forChain(chain, compute),
      }),
    ),
  );
