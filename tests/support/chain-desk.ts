// Engine with a natural gas chain of three months; the first expires after ten days and must be
// rolled.
import { defineInstrument } from '../../app/trading/domain/instrument';
import { type Quote, buildQuote } from '../../app/trading/domain/quote';
import type { BarLength } from '../../app/trading/strategies/playbook';
import type { LogRecord } from '../../app/trading/domain/record';
import { toTicks } from '../../app/trading/domain/units';
import type { EngineConfig } from '../../app/trading/engine/config';
import type { RunnerOptions } from '../../app/trading/engine/runner';
import { createManualOrder } from './reference-orders';
import {
  type DeskHarness,
  MARKET,
  createLevelPlaybook,
  openDesk,
  createTestConfig,
} from './desk-harness';
import { DAY_MS } from '../../app/trading/domain/time';

const START_MS = Date.UTC(2024, 0, 2);
export const ROLL_MS = START_MS + 10 * DAY_MS;
export const EXPIRES_MS = START_MS + 12 * DAY_MS;

const createMonth = (id: string, rollMs: number) =>
  defineInstrument({
    id: `NG.${id}`,
    commodity: 'natural-gas',
    tick: '0.001',
    lot: '10',
    priceMayBeNegative: false,
    contract: {
      chain: 'NG',
      code: `NG${id}`,
      delivery: '2024-02-01',
      rollMs,
      expiresMs: rollMs + 2 * DAY_MS,
    },
  });

export const NEAR = createMonth('G24', ROLL_MS);
export const NEXT = createMonth('H24', ROLL_MS + 30 * DAY_MS);
export const FAR = createMonth('J24', ROLL_MS + 60 * DAY_MS);
export const MONTHS = [NEAR, NEXT, FAR];

/** Long below $3, short above; stop of $0.10 by default. */
export const createChainConfig = (
  change: Parameters<typeof createTestConfig>[0] = {},
  stopRanges: number | null = 1,
  bar: BarLength = '1d',
): EngineConfig =>
  createTestConfig({
    listPlaybooks: (key) =>
      key === 'natural-gas' ? [createLevelPlaybook('natural-gas', 3, stopRanges, 0.1, bar)] : [],
    ...change,
  });

/** Lists the chain; quotes are valid for 15 s. */
export async function openChainDesk(
  config = createChainConfig(),
  months = MONTHS,
  shadows?: RunnerOptions['shadows'],
): Promise<DeskHarness> {
  const desk = await openDesk(config, 'ann', shadows);
  desk.offer({
    type: 'MarketListed',
    market: MARKET,
    instruments: months,
    staleAfterMs: 15_000,
    atMs: desk.nowMs(),
  });
  return desk;
}

/** Advances the clock to a time. */
export const advanceTo = (desk: DeskHarness, atMs: number): void =>
  desk.wait(Math.max(0, atMs - desk.nowMs()));

/** Sends a limit-up or limit-down quote. */
export function sendLimitQuote(
  desk: DeskHarness,
  id: string,
  ticks: number,
  lock: NonNullable<Quote['lock']>,
): void {
  const atMs = desk.nowMs() + 5_000;
  desk.offer({
    type: 'Market',
    isBackfill: false,
    atMs,
    event: {
      type: 'QuoteArrived',
      market: MARKET,
      instrumentId: id,
      quote: { ...buildQuote(toTicks(ticks), 1, atMs), lock },
    },
  });
}

/** Decisions with an action. */
export const listDecisions = ({ journal }: DeskHarness, action: string) =>
  journal.records.flatMap((record: LogRecord) =>
    record.type === 'DecisionTaken' && record.payload.action === action ? [record.payload] : [],
  );

/** Fills as contract, purpose, lots and price. */
export const listFills = ({
  journal,
}: DeskHarness): (readonly [string, string, number, number])[] =>
  journal.records.flatMap((record) => {
    if (record.type !== 'OrderFilled') return [];
    const order = journal.orders.get(record.payload.orderId);
    return order
      ? [
          [
            order.instrumentId,
            order.purpose,
            record.payload.lots,
            record.payload.priceTicks,
          ] as const,
        ]
      : [];
  });

/** Sends a bar of each month, then a quote of each. */
export function sendBars(desk: DeskHarness, ...ticks: readonly number[]): void {
  const getPrice = (index: number): number => ticks[index] ?? ticks[0] ?? 0;
  MONTHS.forEach((each, index) =>
    desk.bar(each, [getPrice(index), getPrice(index), getPrice(index), getPrice(index)]),
  );
  MONTHS.forEach((each, index) => desk.quote(each, getPrice(index)));
}
export const startGas = (desk: DeskHarness) =>
  desk.send('ann', { type: 'StartTrading', commodity: 'natural-gas' });

/** Manual long position of 30 lots at 2.802 in the first month, at its roll time. */
export async function openManualPosition(
  change: Parameters<typeof createManualOrder>[0] = { stop: 52, target: 98 },
  config = createChainConfig(),
): Promise<DeskHarness> {
  const desk = await openChainDesk(config);
  desk.quote(NEAR, 2800);
  await desk.send('ann', createManualOrder({ instrumentId: NEAR.id, ...change }));
  return desk;
}

/** Advances to the roll and quotes both months. */
export function advanceToRoll(desk: DeskHarness, near: number, next: number): void {
  advanceTo(desk, ROLL_MS);
  desk.quote(NEXT, next);
  desk.quote(NEAR, near);
}
