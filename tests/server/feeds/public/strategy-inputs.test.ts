// Inputs of strategies on public data: as public at the end of each day, also after a restart, and
// checked before every entry.
import { describe, expect, it } from 'vitest';
import {
  type StrategyInputs,
  createStrategyInputs,
} from '../../../../app/server/feeds/public/strategy-inputs.server';
import { bindHistoryPlaybooks } from '../../../../app/server/desk/desk-config.server';
import type { Instrument } from '../../../../app/trading/domain/instrument';
import { type Bar, buildQuote } from '../../../../app/trading/domain/quote';
import { DAY_MS, HOUR_MS } from '../../../../app/trading/domain/time';
import { toTicks } from '../../../../app/trading/domain/units';
import { COASTS, getLandfallInputId } from '../../../../app/trading/market/inputs/landfall';
import { FORECAST_INPUT_ID } from '../../../../app/trading/market/inputs/newest-forecast';
import { explainMissingInput } from '../../../../app/trading/market/inputs/missing-inputs';
import { resolvePlaybook } from '../../../../app/trading/engine/active-playbook';
import { findPlaybookRow } from '../../../../app/trading/strategies/playbooks/catalog';
import { createWorld } from '../../../../app/trading/simulation/world';
import { GAS } from '../../../support/desk-harness';
import {
  GAS_JANUARY,
  buildDay,
  openLatePriceDesk,
  parseTime,
} from '../../../support/late-price-desk';
import { createPublicLikeData } from '../../../support/public-like-data';

const REVISION = 'wxa/NG/degree-days/1-14/z';
const STRATEGY = 'WEATHER_DERIVATIVES';

/** Business days from a day on, at a price of about 3. */
function listBars(from: string, count: number): readonly Bar[] {
  const bars: Bar[] = [];
  for (let dayMs = parseTime(`${from}T00:00`); bars.length < count; dayMs += DAY_MS) {
    if ([0, 6].includes(new Date(dayMs).getUTCDay())) continue;
    const day = new Date(dayMs).toISOString().slice(0, 10);
    bars.push(buildDay(day, 3000 + (bars.length % 3), 3001 + (bars.length % 2)));
  }
  return bars;
}

const PAST = listBars('2026-10-01', 38);
const [MONDAY, TUESDAY] = listBars('2026-11-23', 2);
const TODAY = '2026-11-23T22:00';

/** Readings of a revision by day; the newest forecast is an hour old, and no storm is near. */
function createInputs(
  revisions: Readonly<Record<string, number>>,
  forecastAgeMs = HOUR_MS,
): Pick<StrategyInputs, 'resolveFor' | 'resolveForEntry'> & { readonly requestedMs: number[] } {
  const requestedMs: number[] = [];
  return {
    requestedMs,
    resolveFor(_: Instrument, atMs) {
      requestedMs.push(atMs);
      return { [REVISION]: revisions[new Date(atMs).toISOString().slice(0, 10)] ?? 0 };
    },
    resolveForEntry: (atMs) => ({
      [FORECAST_INPUT_ID]: atMs - forecastAgeMs,
      ...Object.fromEntries(COASTS.map((coast) => [getLandfallInputId(coast), 0])),
    }),
  };
}

type Desk = Awaited<ReturnType<typeof openLatePriceDesk>>;

const findTarget = (desk: Desk) => desk.getContract()?.rules[STRATEGY]?.target;

async function addDay(desk: Desk, bar: Bar | undefined): Promise<void> {
  if (!bar) throw new Error('the day has no bar');
  desk.setTime(`${new Date(bar.startsMs).toISOString().slice(0, 10)}T22:00`);
  await desk.addBar(bar);
}

describe('a strategy on weather', () => {
  it('decides at the end of a day with what was public then, and trades at the next price', async () => {
    const inputs = createInputs({ '2026-11-23': 1.5 });
    const desk = await openLatePriceDesk({ stored: PAST, nowText: '2026-11-20T22:00', inputs });
    await desk.runStrategy(STRATEGY);
    expect(findTarget(desk)).toMatchObject({ side: 'FLAT' });
    await addDay(desk, MONDAY);
    expect(findTarget(desk)).toMatchObject({ side: 'LONG' });
    expect(findTarget(desk)?.reason).toContain('is +1.50 sigma');
    // New York settles natural gas at 14:30.
    expect(inputs.requestedMs.at(-1)).toBe(parseTime('2026-11-23T19:30'));
    expect(desk.listFillTicks()).toEqual([]);
    await addDay(desk, TUESDAY);
    expect(desk.listFillTicks()).toEqual([3001]);
    expect(desk.countRecords('DecisionTaken', `"${REVISION}":1.5`)).toBe(1);
  });

  it('has the same state after a restart', async () => {
    const inputs = createInputs({ '2026-11-19': -2, '2026-11-23': 1.5 });
    const desk = await openLatePriceDesk({ stored: PAST, nowText: '2026-11-20T22:00', inputs });
    await addDay(desk, MONDAY);
    const quote = buildQuote(toTicks(3001), 1, parseTime('2026-11-23T19:30'));
    const again = await openLatePriceDesk({
      stored: [...PAST, ...(MONDAY ? [MONDAY] : [])],
      nowText: TODAY,
      storedQuotes: new Map([[GAS_JANUARY, { tick: GAS.tick, quote }]]),
      inputs,
    });
    expect(again.liveOpens).toEqual([]);
    expect(again.getContract()?.rules[STRATEGY]).toEqual(desk.getContract()?.rules[STRATEGY]);
  });

  it('opens nothing on an old forecast, and the decision has the reason', async () => {
    const inputs = createInputs({ '2026-11-23': 1.5 }, 30 * HOUR_MS);
    const desk = await openLatePriceDesk({ stored: PAST, nowText: '2026-11-20T22:00', inputs });
    await desk.runStrategy(STRATEGY);
    await addDay(desk, MONDAY);
    await addDay(desk, TUESDAY);
    expect(desk.listFillTicks()).toEqual([]);
    expect(desk.countRecords('DecisionTaken', 'the newest forecast is')).toBeGreaterThan(0);
  });

  it('waits for an input that is missing, and names it', async () => {
    const desk = await openLatePriceDesk({
      stored: PAST,
      nowText: '2026-11-20T22:00',
      inputs: createInputs({ '2026-11-23': NaN }),
    });
    await addDay(desk, MONDAY);
    expect(findTarget(desk)).toMatchObject({ side: 'FLAT' });
    expect(findTarget(desk)?.reason).toMatch(/^input missing: 24-hour revision of gas-weighted/);
  });
});

describe('RUN without a choice', () => {
  it('trades a strategy on prices, though one on weather has the better record', async () => {
    const inputs = createInputs({ '2026-11-23': 1.5 });
    const desk = await openLatePriceDesk({ stored: PAST, nowText: TODAY, inputs });
    const { id } = resolvePlaybook(desk.getState(), 'public', 'natural-gas', null);
    expect(findPlaybookRow('natural-gas', id ?? '')?.inputs ?? []).toEqual([]);
    const market = desk.getState().markets['public'];
    if (!market) throw new Error('the market is listed');
    const { hasUnprovenInputs: _, ...proven } = market;
    const markets = { public: proven };
    const other = resolvePlaybook({ ...desk.getState(), markets }, 'public', 'natural-gas', null);
    expect(findPlaybookRow('natural-gas', other.id ?? '')?.inputs).not.toEqual([]);
  });
});

describe('inputs of a contract', () => {
  const readAt = createPublicLikeData(createWorld({ seed: 'public' }));
  const listPlaybooks = bindHistoryPlaybooks(() => DAY_MS, explainMissingInput);
  const atMs = Date.UTC(2012, 5, 15, 19, 30);

  it('are those that its strategies use, read once until data arrive', () => {
    let reads = 0;
    const inputs = createStrategyInputs(listPlaybooks, (knownMs) => {
      reads += 1;
      return readAt(knownMs);
    });
    const values = inputs.resolveFor(GAS, atMs);
    expect(Object.keys(values).sort()).toEqual([
      'carry/NG/slope',
      'evt/EIA-gas/days-until',
      'evt/EIA-gas/own-estimate',
      'evt/freeze-off/texas/chance',
      'fund/NG/cash',
      'fund/NG/storage-gap',
      'wxa/NG/balance/1-14/z',
      'wxa/NG/degree-days/1-14/z',
      'wxa/wind/ERCOT+MISO/1-5/z',
    ]);
    inputs.resolveFor(GAS, atMs);
    expect(reads).toBe(1);
    inputs.forgetValues();
    expect(inputs.resolveFor(GAS, atMs)).toEqual(values);
    expect(reads).toBe(2);
  });

  it('have the age of the newest forecast and the landfalls beside them', () => {
    const { resolveForEntry } = createStrategyInputs(listPlaybooks, readAt);
    const values = resolveForEntry(atMs);
    expect(atMs - (values[FORECAST_INPUT_ID] ?? 0)).toBeLessThan(12 * HOUR_MS);
    expect(Object.keys(values)).toEqual([
      FORECAST_INPUT_ID,
      ...COASTS.map((coast) => getLandfallInputId(coast)),
    ]);
  });
});
