// The public market as networks see it: the same data give the same features as in the simulated
// market, and nothing later is read.
import { beforeAll, describe, expect, it } from 'vitest';
import { PointInTimeView } from '../../../app/trading/networks/features/point-in-time-view';
import { assessInputs } from '../../../app/trading/networks/input-coverage';
import { type NetworkSpec, computeRawFeatures } from '../../../app/trading/networks/network-spec';
import { NETWORKS } from '../../../app/trading/networks/registry';
import type { PublicMarket } from '../../../app/trading/signals/public-market';
import { FUTURES_MODELS, openComparedMarkets } from '../../support/simulated-public-market';

const DAYS = 90;

/**
 * Prices differ: bars are on the tick, and the simulated market also moves while venues are closed.
 * Expectations of analysts are not public, and warnings do not cover the storms of the Gulf.
 */
const DIFFERENT_GROUPS = [
  'price',
  'curve',
  'the other product',
  'reports',
  'past volatility',
  'storms',
];
const SURPRISE = /^surprise of/;

let compared: ReturnType<typeof openComparedMarkets>;
let market: PublicMarket;
beforeAll(() => {
  compared = openComparedMarkets(DAYS);
  market = compared.openPublic();
}, 120_000);

const readFeatures = (
  spec: NetworkSpec,
  history: ConstructorParameters<typeof PointInTimeView>[0],
  subject: string,
): Float64Array => computeRawFeatures(spec, new PointInTimeView(history, compared.nowMs), subject);

/** Standard deviation by which price impacts are divided. */
const getSigma = (history: PublicMarket, chain: string): number =>
  history.getMarks(chain)?.getView(compared.nowMs).sigma ?? NaN;

describe('features of the same data', () => {
  it.each(FUTURES_MODELS)('are those of the simulated market: $chain', ({ spec, subject }) => {
    const own = readFeatures(spec, market, subject);
    const theirs = readFeatures(spec, compared.simulated, subject);
    const ratio =
      getSigma(market, subject) / getSigma(compared.simulated as unknown as PublicMarket, subject);
    const different = spec.features.flatMap(({ name, group }, index) => {
      if (DIFFERENT_GROUPS.includes(group) || SURPRISE.test(name)) return [];
      const [a = NaN, b = NaN] = [own[index], theirs[index]];
      const isEqual = [a, a * ratio].some((value) => Math.abs(value - b) < 1e-6);
      return isEqual || (Number.isNaN(a) && Number.isNaN(b)) ? [] : `${name}: ${a}, ${b}`;
    });
    expect(different).toEqual([]);
    expect(ratio).toBeGreaterThan(0.7);
    expect(ratio).toBeLessThan(1.4);
  });

  it('are those of the simulated market: crops', () => {
    const spec = NETWORKS.find(({ id }) => id === 'CropNet');
    for (const crop of spec?.subjects ?? [])
      expect(readFeatures(spec as NetworkSpec, market, crop), crop).toEqual(
        readFeatures(spec as NetworkSpec, compared.simulated, crop),
      );
  });

  it('lack the storms of the Gulf and the surprises of reports, which are named', () => {
    for (const { spec, subject, chain } of FUTURES_MODELS) {
      const { missing, gap } = assessInputs(
        spec,
        new PointInTimeView(market, compared.nowMs),
        subject,
      );
      expect(gap, chain).toBeNull();
      const surprises = spec.features.filter(({ name }) => SURPRISE.test(name));
      const isReported = chain !== 'KC';
      for (const { name } of surprises) expect(missing.includes(name), name).toBe(isReported);
      for (const { name, group } of spec.features)
        if (group === 'storms' && ['NG', 'CL'].includes(chain)) expect(missing).toContain(name);
    }
  });

  it('do not depend on bars of later days', () => {
    const later = compared.openPublic(DAYS + 20);
    for (const { spec, subject } of FUTURES_MODELS)
      expect(readFeatures(spec, later, subject)).toEqual(readFeatures(spec, market, subject));
  });
});
