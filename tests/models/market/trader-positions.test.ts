// Positions of traders: the newest week against the one before, as known now.
import { describe, expect, it } from 'vitest';
import type { Terminal } from '../../../app/models/desk/terminal';
import { findCurveChain } from '../../../app/models/market/curve-chain';
import { buildTraderPositions } from '../../../app/models/market/trader-positions.server';
import { DAY_MS } from '../../../app/trading/domain/time';
import { createVintageStore } from '../../../app/trading/market/vintage-store';

const TUESDAY = Date.UTC(2026, 10, 17);
const WEEK_MS = 7 * DAY_MS;
const NOW_MS = TUESDAY + 5 * DAY_MS;

/** Values by week, the newest last; null for a week without one. */
type Weeks = readonly (number | null)[];

function createDesk(groups: Readonly<Record<string, Weeks>>, hasPublicData = true) {
  const series = createVintageStore();
  for (const [group, values] of Object.entries(groups))
    for (const [index, value] of values.entries()) {
      if (value === null) continue;
      const validMs = TUESDAY - (values.length - 1 - index) * WEEK_MS;
      series.add({
        series: `positions/NG/${group}`,
        validMs,
        publishedMs: validMs + 3 * DAY_MS,
        value,
      });
    }
  return {
    findWeather: () => ({ series, nowMs: () => NOW_MS }),
    publicData: hasPublicData ? {} : null,
  } as unknown as Pick<Terminal, 'findWeather' | 'publicData'>;
}

const build = (desk: ReturnType<typeof createDesk>, symbol = 'NG') => {
  const chain = findCurveChain(symbol);
  if (!chain) throw new Error(`there is no chain ${symbol}`);
  return buildTraderPositions(desk, 'public', chain);
};

const GROUPS = {
  'managed-money-net': [-90_000, -120_000, -100_500],
  'producer-net': [50_000, 60_000, 55_000],
  'open-interest': [1_500_000, 1_520_000, 1_510_000],
};

describe('positions', () => {
  it('are those of the newest week, with the change in a week', () => {
    expect(build(createDesk(GROUPS))).toMatchObject({
      day: '2026-11-17',
      asOf: '2026-11-20T00:00:00.000Z',
      groups: [
        { name: 'Managed money, net', isNet: true, contracts: -100_500, change: 19_500 },
        { name: 'Producers and merchants, net', isNet: true, contracts: 55_000, change: -5000 },
        { name: 'Open interest', isNet: false, contracts: 1_510_000, change: -10_000 },
      ],
      chart: { summary: 'Managed money is net short by 100,500 contracts on 2026-11-17.' },
    });
  });

  it('of one week have no change and no chart', () => {
    const positions = build(createDesk({ 'managed-money-net': [7] }));
    expect(positions).toMatchObject({
      groups: [{ name: 'Managed money, net', contracts: 7, change: null }],
      chart: null,
    });
  });

  it('have no change over a missing week, and leave out a group of an older report', () => {
    const desk = createDesk({ 'managed-money-net': [5, null, 9], 'producer-net': [1, 2, null] });
    expect(build(desk)?.groups).toEqual([
      { name: 'Managed money, net', isNet: true, contracts: 9, change: null },
    ]);
  });

  it('are empty before the first report', () => {
    expect(build(createDesk({}))).toMatchObject({ day: null, asOf: null, groups: [], chart: null });
  });

  it('are absent for power, and where no source publishes them', () => {
    expect(build(createDesk(GROUPS), 'ET-PJM')).toBeNull();
    expect(build(createDesk(GROUPS, false))).toBeNull();
  });
});
