// Which inputs of strategies the public sources give: a simulated market, cut down to what they publish.
import { expect, it } from 'vitest';
import {
  bindHistoryPlaybooks,
  createTerminalConfig,
} from '../../../app/server/desk/desk-config.server';
import { COMMODITY_KEYS, type CommodityKey } from '../../../app/trading/domain/commodity';
import { DAY_MS } from '../../../app/trading/domain/time';
import { resolveInput } from '../../../app/trading/market/inputs/catalog';
import { explainMissingInput } from '../../../app/trading/market/inputs/missing-inputs';
import { createSeededRandom } from '../../../app/trading/random';
import { createWorld } from '../../../app/trading/simulation/world';
import { explainNotOffered } from '../../../app/trading/strategies/explain-not-offered';
import { findPlaybookRow, listPlaybooks } from '../../../app/trading/strategies/playbooks/catalog';
import { createPublicLikeData } from '../../support/public-like-data';

/** After the settlement of a day in each season. */
const MOMENTS = [0, 3, 6, 9].map((month) => Date.UTC(2013, month, 15, 20));

/** Inputs of strategies that trade one contract; electricity has no futures on public data. */
const IDS: readonly string[] = [
  ...new Set(
    COMMODITY_KEYS.filter((key) => key !== 'electricity')
      .flatMap(listPlaybooks)
      .filter(({ legs }) => legs === null)
      .flatMap(({ inputs }) => inputs),
  ),
];

it('an input is offered where it has a value in every season, and only there', () => {
  const readAt = createPublicLikeData(createWorld({ seed: 'public' }));
  const countMoments = (id: string): number =>
    MOMENTS.filter((atMs) => resolveInput(id, readAt(atMs)) !== null).length;
  const isWindowShort = (id: string): boolean => id.includes('/6-14/');
  const wrong = IDS.filter(
    (id) =>
      !isWindowShort(id) &&
      (explainMissingInput(id) === null) !== (countMoments(id) === MOMENTS.length),
  );
  expect(wrong.map((id) => `${id}: ${countMoments(id)}, ${explainMissingInput(id)}`)).toEqual([]);
});

it('strategies on public data use no input without a source', () => {
  const listOffered = bindHistoryPlaybooks(() => DAY_MS, explainMissingInput);
  const rows = COMMODITY_KEYS.flatMap(listOffered).map(({ row }) => row);
  const withInputs = rows.filter(({ inputs }) => inputs.length > 0);
  expect(withInputs.filter(({ legs, bar }) => legs !== null || bar !== '1d')).toEqual([]);
  const ids = withInputs.flatMap(({ inputs }) => inputs);
  expect(ids.flatMap((id) => explainMissingInput(id) ?? [])).toEqual([]);
  expect(withInputs.length).toBe(30);
});

it('the weather of a replayed history is a series of its own, which public data lack', () => {
  const source = { market: 'history', barMs: () => DAY_MS, hasLatePrices: false };
  const listIds = (explained: { readonly explainMissingInput?: typeof explainMissingInput }) => {
    const random = createSeededRandom('sources');
    const config = createTerminalConfig({
      source: { ...source, ...explained },
      random,
      timeZone: 'UTC',
    });
    return config.listPlaybooks('oil').map(({ row }) => row.id);
  };
  expect(listIds({})).toContain('WEATHER_ANOMALY');
  expect(listIds({})).not.toContain('COLD_SNAP');
  expect(listIds({ explainMissingInput })).toContain('COLD_SNAP');
  expect(listIds({ explainMissingInput })).not.toContain('WEATHER_ANOMALY');
});

it('every strategy that public data lack has a reason', () => {
  const explainRow = (commodity: CommodityKey, id: string): string | null => {
    const row = findPlaybookRow(commodity, id) ?? expect.fail(id);
    return explainNotOffered(row, '1d', explainMissingInput);
  };
  expect(explainRow('corn', 'CURRENCY_HEDGE')).toBe(
    'no source of currencies and of the world economy',
  );
  expect(explainRow('corn', 'SEASONAL_SPREAD')).toMatch(/^spreads of two contracts/);
  expect(explainRow('electricity', 'MEAN_REVERT')).toBe(
    'no free source has futures of electricity',
  );
  expect(explainRow('natural-gas', 'PIPELINE_CONSTRAINT')).toBeNull();
  const short = { legs: null, inputs: ['price/CL'], bar: '1h' } as const;
  expect(explainNotOffered(short, '1d', explainMissingInput)).toMatch(/bars of 1h/);
  expect(explainNotOffered({ ...short, bar: '1d' }, '1d')).toBe('only prices are known here');
});
