// Facts about the daily returns of each chain: size, tails and memory.
import { annualVolatilityPercent } from '../../../trading/statistics/annual-volatility';
import { computeAutocorrelation } from '../../../trading/statistics/autocorrelation';
import { computeKurtosis } from '../../../trading/statistics/kurtosis';
import { computeMedian } from '../../../trading/statistics/quantile';
import { listPresent } from '../../../trading/statistics/sample';
import { fitStudentFreedom } from '../../../trading/statistics/student-freedom';
import { type FactRow, about, withinFactor, buildWithinTarget } from '../row';
import { CHAINS, type Chain, type ChainStudy } from '../study';
import {
  type Studies,
  generateCode,
  frontNote,
  ofChain,
  presentReturns,
  measureFact,
} from './measure';

/**
 * Annual volatilities of real front months over 2000 to 2023, in percent; the simulated ones lie
 * within 4 of them.
 */
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
const VOLATILITY_APART = 4;
/**
 * Degrees of freedom of a Student distribution fitted to real returns; the simulated ones lie
 * within 40 % of them.
 */
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
const FREEDOM_SHARE = 0.4;
/**
 * Autocorrelation of the size of real returns twenty days apart; the simulated ones lie within .07
 * of them.
 */
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
const MEMORY_20_APART = 0.07;

/**
 * Prices about which the simulated ones keep, in quoted units; the middle one of a long world lies
 * within a factor of 1.5.
 */
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

const sizeMemory =
  (lag: number) =>
  (study: ChainStudy): number =>
    computeAutocorrelation(presentReturns(study).map(Math.abs), lag);

interface ReturnFact {
  readonly fact: string;
  readonly decimals: number;
  readonly target: (chain: Chain) => FactRow['target'];
  readonly ask: (study: ChainStudy) => number;
}

const FACTS: readonly ReturnFact[] = [
  {
    fact: 'median price, quoted units',
    decimals: 2,
    target: (chain) => withinFactor(LEVELS[chain], LEVEL_FACTOR),
    ask: (study) => computeMedian(listPresent(study.closes)),
  },
  {
    fact: 'annual volatility, %',
    decimals: 1,
    target: (chain) => about(REAL_VOLATILITY[chain], VOLATILITY_APART),
    ask: (study) => annualVolatilityPercent(presentReturns(study)),
  },
  {
    fact: 'kurtosis of daily returns',
    decimals: 1,
    target: () => buildWithinTarget(4.5, 12),
    ask: (study) => computeKurtosis(presentReturns(study)),
  },
  {
    fact: 'Student degrees of freedom',
    decimals: 1,
    target: (chain) => about(REAL_FREEDOM[chain], FREEDOM_SHARE * REAL_FREEDOM[chain]),
    ask: (study) => fitStudentFreedom(presentReturns(study)),
  },
  {
    fact: 'autocorrelation of returns, 1 day',
    decimals: 3,
    target: () => buildWithinTarget(-0.08, 0.06),
    ask: (study) => computeAutocorrelation(presentReturns(study), 1),
  },
  {
    fact: 'autocorrelation of sizes, 1 day',
    decimals: 3,
    target: () => buildWithinTarget(0.1, 0.35),
    ask: sizeMemory(1),
  },
  {
    fact: 'autocorrelation of sizes, 10 days',
    decimals: 3,
    target: () => buildWithinTarget(0.07, 0.25),
    ask: sizeMemory(10),
  },
  {
    fact: 'autocorrelation of sizes, 20 days',
    decimals: 3,
    target: (chain) => about(REAL_MEMORY_20[chain], MEMORY_20_APART),
    ask: sizeMemory(20),
  },
];

/** A row for each fact and chain. */
export const returnRows = (studies: Studies): FactRow[] =>
  FACTS.flatMap(({ fact, decimals, target, ask }) =>
    CHAINS.map((chain) =>
      measureFact(studies, {
        fact,
        market: generateCode(chain),
        decimals,
        target: target(chain),
        note: frontNote(studies, chain),
        ask: ofChain(chain, ask),
      }),
    ),
  );
