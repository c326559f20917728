// Prices of the owner's files in a real engine: orders rest until a later price, and a restart does
// not decide again.
import { onTestFinished, describe, expect, it } from 'vitest';
import { INITIAL_CAPITAL, createTerminalConfig } from '../../../../app/server/desk/desk-config.server';
import { OwnPricePump } from '../../../../app/server/feeds/public/own-price-pump.server';
import { startPump } from '../../../../app/server/feeds/pump.server';
import { createSettableClock } from '../../../../app/trading/clock';
import type { Command } from '../../../../app/trading/domain/command';
import { getBookId } from '../../../../app/trading/domain/book';
import { type Bar, buildQuote } from '../../../../app/trading/domain/quote';
import { DAY_MS } from '../../../../app/trading/domain/time';
import { toLots, toTicks } from '../../../../app/trading/domain/units';
import { createEngine } from '../../../../app/trading/engine/engine';
import type { AcceptedQuote } from '../../../../app/trading/market/feed-guard';
import { createRunner } from '../../../../app/trading/engine/runner';
import { EMPTY_DESK } from '../../../../app/trading/engine/state';
import { createSeededRandom } from '../../../../app/trading/random';
import { GAS, createMemoryJournal } from '../../../support/desk-harness';
import { createDice } from '../../../support/scripted-desk';

const MARKET = 'public';
const ID = 'NG.F27';
const USER = 'ann';
const parseTime = (text: string): number => Date.parse(`${text}Z`);

const buildDay = (day: string, open: number, close: number): Bar => ({
  openTicks: toTicks(open),
  highTicks: toTicks(Math.max(open, close) + 20),
  lowTicks: toTicks(Math.min(open, close) - 20),
  closeTicks: toTicks(close),
  startsMs: parseTime(`${day}T00:00`),
  endsMs: parseTime(`${day}T00:00`) + DAY_MS - 1,
});
const FRIDAY = buildDay('2026-11-20', 3000, 3010);
const MONDAY = buildDay('2026-11-23', 3020, 3040);
const TUESDAY = buildDay('2026-11-24', 3100, 3120);
const WEDNESDAY = buildDay('2026-11-25', 3060, 3000);

/** An engine on a market whose prices are late, with bars that a test adds. */
async function openDesk(
  stored: readonly Bar[],
  nowText: string,
  storedQuotes: ReadonlyMap<string, AcceptedQuote> = new Map(),
) {
  const bars = [...stored];
  const clock = createSettableClock(parseTime(nowText));
  const config = createTerminalConfig({
    source: { market: MARKET, barMs: () => DAY_MS, hasLatePrices: true },
    random: createSeededRandom('own prices'),
    timeZone: 'America/New_York',
  });
  const journal = createMemoryJournal();
  const runner = createRunner({
    engine: createEngine(config),
    journal,
    clock,
    state: EMPTY_DESK,
  });
  let endPause = (): void => undefined;
  const liveOpens: number[] = [];
  const offerEvent: typeof runner.offer = (event) => {
    if (event.type === 'Market' && event.event.type === 'BarOpened')
      liveOpens.push(event.event.quote.lastTicks);
    return runner.offer(event);
  };
  const pump = new OwnPricePump({
    runner: { state: () => runner.state(), offer: offerEvent },
    onFault: (error) => {
      throw error;
    },
    market: MARKET,
    bars: { listContracts: () => (stored.length > 0 ? [ID] : []), listBars: () => bars },
    nowMs: () => clock.nowMs(),
    storedQuotes,
    setTimer: (callback) => {
      endPause = callback;
      return () => undefined;
    },
  });
  const running = startPump(pump);
  onTestFinished(() => running.stop());
  const drainEvents = async (): Promise<void> => {
    await new Promise((resolve) => setImmediate(resolve));
    runner.drain();
  };
  await drainEvents();
  const sendCommand = async (command: Command) => {
    const result = runner.execute({ userId: USER, command, idempotencyKey: null });
    runner.drain();
    return (await result).outcome;
  };
  await sendCommand({
    type: 'OpenBook',
    mode: 'simulation',
    market: MARKET,
    capitalMills: INITIAL_CAPITAL,
  });
  return {
    sendCommand,
    running,
    setTime: (text: string) => clock.advance(parseTime(text)),
    async addBar(bar: Bar) {
      bars.push(bar);
      pump.addBars(ID);
      await drainEvents();
    },
    liveOpens,
    async endMinute() {
      endPause();
      await drainEvents();
    },
    getQuote: () => runner.state().markets[MARKET]?.instruments[ID]?.quote ?? null,
    getContract: () => runner.state().markets[MARKET]?.instruments[ID],
    listFillTicks: () =>
      journal.records.flatMap((record) =>
        record.type === 'OrderFilled' ? [Number(record.payload.priceTicks)] : [],
      ),
    getBook: () => runner.state().books[getBookId(USER, 'simulation')],
  };
}

const buyGas: Command = {
  type: 'PlaceOrder',
  instrumentId: ID,
  side: 'BUY',
  orderType: 'MARKET',
  lots: toLots(10),
  priceTicks: null,
  stopDistanceTicks: toTicks(100),
  targetDistanceTicks: null,
};

describe('prices of the owner', () => {
  it('show the last close with the time at which it was traded', async () => {
    const desk = await openDesk([FRIDAY, MONDAY], '2026-11-23T22:00');
    expect(desk.getQuote()).toMatchObject({ lastTicks: 3040, atMs: parseTime('2026-11-23T19:30') });
    expect(desk.running.status()).toMatchObject({ phase: 'running', fault: null });
  });

  it('fill an order of the evening at the open of the next session', async () => {
    const desk = await openDesk([FRIDAY, MONDAY], '2026-11-23T22:00');
    expect(await desk.sendCommand(buyGas)).toMatchObject({ ok: true });
    expect(Object.keys(desk.getBook()?.orders ?? {})).toHaveLength(1);
    desk.setTime('2026-11-24T22:00');
    await desk.addBar(TUESDAY);
    expect(desk.listFillTicks()).toEqual([expect.closeTo(3100, -1)]);
  });

  it('fill an order of the session at its close, never at its open', async () => {
    const desk = await openDesk([FRIDAY, MONDAY], '2026-11-24T15:00');
    expect(await desk.sendCommand(buyGas)).toMatchObject({ ok: true });
    desk.setTime('2026-11-24T22:00');
    await desk.addBar(TUESDAY);
    expect(desk.listFillTicks()).toEqual([expect.closeTo(3120, -1)]);
  });

  it('fill the stop of a position in the bar after its entry', async () => {
    const desk = await openDesk([FRIDAY, MONDAY], '2026-11-23T22:00');
    await desk.sendCommand(buyGas);
    desk.setTime('2026-11-24T22:00');
    await desk.addBar(TUESDAY);
    desk.setTime('2026-11-25T22:00');
    await desk.addBar(WEDNESDAY);
    expect(Object.keys(desk.getBook()?.positions ?? {})).toEqual([]);
  });

  it('are stale at the end of the next session, and then open nothing', async () => {
    const desk = await openDesk([FRIDAY, MONDAY], '2026-11-24T19:29');
    expect(await desk.sendCommand(buyGas)).toMatchObject({ ok: true });
    desk.setTime('2026-11-24T19:31');
    expect(await desk.sendCommand(buyGas)).toMatchObject({ ok: false, refusal: { code: 'STALE_QUOTE' } });
  });

  it('skip the row of a session that still trades', async () => {
    const desk = await openDesk([FRIDAY, MONDAY], '2026-11-24T15:00');
    await desk.addBar(TUESDAY);
    expect(desk.getQuote()?.lastTicks).toBe(3040);
    desk.setTime('2026-11-24T19:30');
    await desk.endMinute();
    expect(desk.getQuote()?.lastTicks).toBe(3120);
    // The prior close is that of Monday, although Tuesday opened on the evening of Monday.
    expect(desk.getContract()?.dayBaseTicks).toBe(3040);
  });

  it('play after a start what the previous run did not', async () => {
    const quote = { ...buildQuote(toTicks(3010), 1, parseTime('2026-11-20T19:30')) };
    const stored = new Map([[ID, { tick: GAS.tick, quote }]]);
    const days = [FRIDAY, MONDAY, TUESDAY];
    const desk = await openDesk(days, '2026-11-24T22:00', stored);
    expect(desk.liveOpens).toEqual([MONDAY.openTicks, TUESDAY.openTicks]);
    const current = { ...quote, atMs: parseTime('2026-11-24T19:30') };
    const again = await openDesk(days, '2026-11-24T22:00', new Map([[ID, { tick: GAS.tick, quote: current }]]));
    expect([again.liveOpens, again.getQuote()?.lastTicks]).toEqual([[], 3120]);
  });

  it('of a first file are history, but for the last day', async () => {
    const desk = await openDesk([], '2026-11-23T22:00');
    await desk.addBar(FRIDAY);
    expect(desk.getContract()).toMatchObject({ bars: 1, isLive: true });
  });

  it('let a strategy trade on paper for a year of files', async () => {
    const random = createDice(7);
    let last = 3000;
    const days: Bar[] = [];
    for (let dayMs = parseTime('2025-10-01T00:00'); days.length < 280; dayMs += DAY_MS) {
      if ([0, 6].includes(new Date(dayMs).getUTCDay())) continue;
      const next = Math.round(last * (1 + 0.06 * (random() - 0.5) + 0.01 * Math.sin(days.length / 15)));
      days.push(buildDay(new Date(dayMs).toISOString().slice(0, 10), last, next));
      last = next;
    }
    const desk = await openDesk(days.slice(0, 80), new Date(days[80]?.startsMs ?? 0).toISOString().slice(0, 16));
    expect(await desk.sendCommand({ type: 'StartTrading', commodity: 'natural-gas' })).toMatchObject({
      ok: true,
    });
    for (const day of days.slice(80)) {
      desk.setTime(`${new Date(day.startsMs).toISOString().slice(0, 10)}T22:00`);
      await desk.addBar(day);
    }
    const fills = desk.listFillTicks();
    expect(fills.length).toBeGreaterThan(4);
    // Each inside the prices of the year.
    const [lowest, highest] = [Math.min, Math.max].map((pick) =>
      pick(...days.flatMap(({ lowTicks, highTicks }) => [lowTicks, highTicks])),
    );
    for (const fill of fills) {
      expect(fill).toBeGreaterThanOrEqual((lowest ?? 0) - 5);
      expect(fill).toBeLessThanOrEqual((highest ?? 0) + 5);
    }
  });
});
