// A made winter storm through the real sources, with an account that trades on paper.
import { expect, it } from 'vitest';
import { loadPublicArchive } from '../../app/trading/market/sources/public-archive';
import { openPublicationStore } from '../../app/models/public-data/publications.server';
import { WEATHER_CELLS } from '../../app/trading/weather/cell';
import { listWeatherPatterns } from '../../app/trading/weather/patterns';
import type { WeatherReader } from '../../app/trading/weather/archive-reader';
import type { SourceId } from '../../app/trading/domain/public-source';
import { HOUR_MS, MINUTE_MS } from '../../app/trading/domain/time';
import { chooseFullSize } from '../support/run-size';
import { type StormDesk, openStormDesk } from '../support/storm-desk';
import { STORM_FROM_MS } from '../support/storm-world';

const OWN_FILES = ['NGF27.NYM', 'HOF27.NYM', 'CLF27.NYM'];

interface StormPart {
  readonly sources: readonly SourceId[];
  readonly fromMs: number;
  /** Number of restarts. */
  readonly cuts: number;
  /** The time before which nothing is cut. */
  readonly cutsFromMs: number;
  /** Time between two restarts. */
  readonly cutMs: number;
}

/**
 * From the settlement of a day, whose forecasts strategies use, until that day has arrived from the
 * vendor, after midnight in New York.
 */
const PART: StormPart = chooseFullSize<StormPart>(
  {
    sources: ['nws', 'nyiso', 'ercot', 'miso', 'caiso', 'yahoo'],
    fromMs: Date.UTC(2026, 11, 9, 18),
    cutsFromMs: Date.UTC(2026, 11, 9, 18),
    cuts: 24,
    cutMs: HOUR_MS,
  },
  {
    sources: ['nws', 'nyiso', 'ercot', 'miso', 'caiso', 'yahoo'],
    fromMs: STORM_FROM_MS,
    cutsFromMs: STORM_FROM_MS,
    cuts: 7 * 24,
    cutMs: HOUR_MS,
  },
);
/** The first delayed quotes have arrived. */
const RUN_AFTER_MS = 15 * MINUTE_MS;
const TIME_LIMIT_MS = chooseFullSize(40, 240) * MINUTE_MS;

/** Strategies on the forecast of the storm: frozen gas wells in Texas, and spikes of cash gas. */
const ON_WEATHER = [
  { commodity: 'natural-gas', playbookId: 'PIPELINE_CONSTRAINT' },
  { commodity: 'oil', playbookId: 'GAS_OIL_SWITCH' },
] as const;

/** Opens a desk whose strategies all trade from a quarter of an hour on. */
async function openTradingDesk({ sources, fromMs }: StormPart): Promise<StormDesk> {
  const desk = await openStormDesk({ sources, fromMs, ownFiles: OWN_FILES });
  desk.feed().publicData?.saveTerms('yahoo', { atMs: fromMs, by: 'ann' });
  await desk.runTo(fromMs + RUN_AFTER_MS);
  for (const choice of ON_WEATHER) await desk.sendCommand({ type: 'ChoosePlaybook', ...choice });
  await desk.sendCommand({ type: 'StartTrading', commodity: null });
  return desk;
}

/**
 * Warnings, forecasts and observations of all places, as known at a moment, without the second of
 * their arrival.
 */
const describeWeather = (weather: WeatherReader, atMs: number): string =>
  JSON.stringify(
    [
      listWeatherPatterns(weather, atMs),
      WEATHER_CELLS.map((cell) => [weather.findRun(cell, atMs), weather.findLatest(cell, atMs)]),
    ],
    (name, value: unknown) => (name === 'publishedMs' ? undefined : value),
  );

const findWeather = (desk: StormDesk): WeatherReader => {
  const source = desk.feed().weather;
  if (!source) throw new Error('the desk has no weather');
  return source.weather;
};

const DECISIONS = `SELECT type, payload, at_ms AS atMs FROM event
  WHERE type IN ('DecisionTaken', 'OrderPlaced', 'OrderRefused', 'OrderFilled') ORDER BY seq`;

interface Facts {
  readonly action?: string;
  readonly instrumentId?: string;
  readonly playbookId?: string | null;
  readonly reason?: string;
  readonly quote?: { readonly atMs: number; readonly lastTicks: number };
  readonly order?: { readonly instrumentId: string; readonly side: string; readonly lots: number };
  readonly lots?: number;
  readonly priceTicks?: number;
}

/** What was decided and traded, without ids and times of arrival. */
function listDecisions({ db }: StormDesk): readonly string[] {
  return db.$client
    .prepare<[], { readonly type: string; readonly payload: string }>(DECISIONS)
    .all()
    .map(({ type, payload }) => {
      const { action, instrumentId, playbookId, reason, quote, order, lots, priceTicks } =
        JSON.parse(payload) as Facts;
      const traded = order && [order.instrumentId, order.side, order.lots];
      const price = quote && [quote.atMs, quote.lastTicks];
      return JSON.stringify([
        type,
        action,
        instrumentId,
        playbookId,
        reason,
        price,
        traded,
        lots,
        priceTicks,
      ]);
    });
}

it(
  'a desk that is restarted again and again decides and trades the same',
  async () => {
    const uncut = await openTradingDesk(PART);
    const cut = await openTradingDesk(PART);
    const cuts = Array.from(
      { length: PART.cuts },
      (_, index) => PART.cutsFromMs + (index + 1) * PART.cutMs,
    );
    const known: string[] = [];
    for (const atMs of cuts) {
      await uncut.runTo(atMs);
      await cut.runTo(atMs);
      await cut.restartDesk();
      known.push(describeWeather(findWeather(uncut), atMs));
      expect(describeWeather(findWeather(cut), atMs), new Date(atMs).toISOString()).toBe(
        known.at(-1),
      );
    }
    const decisions = listDecisions(uncut);
    expect(listDecisions(cut)).toEqual(decisions);
    expect(decisions.filter((text) => text.includes('OrderFilled')).length).toBeGreaterThan(0);
    for (const { playbookId } of ON_WEATHER)
      expect(decisions.filter((text) => text.includes(playbookId)).length).toBeGreaterThan(0);
    // Read at the end: what was published after a cut changes nothing of the weather of the cut.
    const store = openPublicationStore(uncut.db);
    const all = loadPublicArchive(store, uncut.nowMs()).weather;
    for (const atMs of cuts) {
      const byThen: typeof store.listReadings = (group, fromMs) =>
        store.listReadings(group, fromMs).filter(({ publishedMs }) => publishedMs <= atMs);
      const past = loadPublicArchive({ listReadings: byThen }, uncut.nowMs()).weather;
      expect(describeWeather(all, atMs), `${new Date(atMs).toISOString()}, read later`).toBe(
        describeWeather(past, atMs),
      );
    }
    expect(new Set(known).size).toBeGreaterThan(1);
  },
  TIME_LIMIT_MS,
);
