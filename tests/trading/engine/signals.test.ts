// Signals: recorded with a live quote once per publication, scored once by their own contract.
import { describe, expect, it } from 'vitest';
import { auditRecords } from '../../support/audited-records';
import type { LogRecord } from '../../../app/trading/domain/record';
import { type Instrument, defineInstrument } from '../../../app/trading/domain/instrument';
import { toTicks } from '../../../app/trading/domain/units';
import { buildQuote } from '../../../app/trading/domain/quote';
import { applyRecord } from '../../../app/trading/engine/apply-record';
import { findActiveSignal } from '../../../app/trading/engine/entry-context';
import {
  FORECAST_AGE_MAX_MS,
  SCORE_DELAY_MAX_MS,
  createSignalLookup,
} from '../../../app/trading/engine/signals';
import { EMPTY_DESK } from '../../../app/trading/engine/state';
import { rebuildSignal } from '../../../app/trading/signals/signal';
import type { IssuedForecast } from '../../../app/trading/signals/forecast-chain';
import { type DeskHarness, GAS, MARKET, openDesk } from '../../support/desk-harness';
import { createForecast } from '../../support/issued-forecasts';
import { DAY_MS } from '../../../app/trading/domain/time';

function offerForecast(desk: DeskHarness, change: Partial<IssuedForecast> = {}): void {
  const atMs = desk.nowMs();
  desk.offer({
    type: 'ForecastsReceived',
    market: MARKET,
    forecasts: [createForecast(atMs, change)],
    atMs,
  });
}

const listRecords = <T extends LogRecord['type']>(
  { journal }: Pick<DeskHarness, 'journal'>,
  type: T,
) =>
  journal.records.filter(
    (record): record is Extract<LogRecord, { type: T }> => record.type === type,
  );
const listSignals = (desk: DeskHarness) => listRecords(desk, 'SignalFrozen');
const listScores = (desk: DeskHarness) => listRecords(desk, 'SignalScored');

async function openDeskWithSignal(change: Partial<IssuedForecast> = {}): Promise<DeskHarness> {
  const desk = await openDesk();
  desk.quote(GAS, 3000);
  offerForecast(desk, change);
  return desk;
}

describe('issued signal', () => {
  it('is recorded with price, benchmarks and skill assessment, without a user', async () => {
    const desk = await openDeskWithSignal();
    const [record] = listSignals(desk);
    expect(record).toMatchObject({
      userId: null,
      bookId: null,
      payload: {
        chain: 'NG',
        commodity: 'natural-gas',
        priceTicks: 3000,
        chanceUp: 0.6,
        rivals: { even: 0.5, momentum: 0.55, seasonal: 0.48 },
        hasSkill: expect.any(Boolean) as boolean,
      },
    });
    expect(record?.payload.expiresMs).toBe(desk.nowMs() + DAY_MS);
    expect(desk.runner.state().signals.inForce[`${MARKET}/NG`]).toMatchObject({
      seq: record?.seq,
      madeMs: desk.nowMs(),
      chanceUp: 0.6,
    });
    expect(desk.runner.state().signals.pending).toHaveLength(1);
  });

  it('on real data is not proven: never a call, whatever the evaluation says', async () => {
    const desk = await openDeskWithSignal({
      chanceUp: 0.95,
      isUnproven: true,
      missing: ['a', 'b'],
    });
    const payload = listSignals(desk)[0]?.payload;
    expect(payload).toMatchObject({
      hasSkill: false,
      isUnproven: true,
      grade: null,
      verdict: expect.stringContaining('not proven on real data') as string,
      missing: ['a', 'b'],
      news: [],
    });
    const findPublished = createSignalLookup(desk.runner.state(), MARKET);
    expect(findPublished('NG')).toMatchObject({ chanceUp: 0.95, hasSkill: false });
    const signal = desk.runner.state().signals.inForce[`${MARKET}/NG`];
    expect(signal && rebuildSignal(signal, GAS, 'aggressive', false)).toMatchObject({
      word: 'HOLD',
      cause: 'UNPROVEN',
      confidence: 0.5,
      reasoning: expect.stringMatching(/^HOLD, not proven on real data: 95% up/) as string,
    });
  });

  it('is recorded once per set of publications', async () => {
    const desk = await openDeskWithSignal();
    const slotMs = desk.nowMs();
    desk.quote(GAS, 3010);
    offerForecast(desk, { slotMs });
    expect(listSignals(desk)).toHaveLength(1);
    desk.quote(GAS, 3010);
    offerForecast(desk);
    expect(listSignals(desk)).toHaveLength(2);
    expect(desk.runner.state().signals.pending).toHaveLength(2);
  });

  it.each([
    ['of a chain of another network', { network: 'AgNet' }],
    ['of a contract that is not in force', { instrumentId: 'NG.X' }],
    ['of a market without prices', { chain: 'CL', instrumentId: 'CL', network: 'PetroNet' }],
    ['from the future', { stampMs: Date.UTC(2030, 0, 1) }],
  ])('%s is not frozen', async (_what, change) => {
    const desk = await openDeskWithSignal(change);
    expect(listSignals(desk)).toHaveLength(0);
  });

  it('is not recorded if it is late or the quote is stale', async () => {
    const desk = await openDesk();
    desk.quote(GAS, 3000);
    desk.offer({
      type: 'ForecastsReceived',
      market: MARKET,
      forecasts: [createForecast(desk.nowMs() - FORECAST_AGE_MAX_MS - 1)],
      atMs: desk.nowMs(),
    });
    expect(listSignals(desk)).toHaveLength(0);
    desk.wait(6 * DAY_MS);
    offerForecast(desk);
    expect(listSignals(desk)).toHaveLength(0);
    desk.quote(GAS, 3000);
    offerForecast(desk);
    expect(listSignals(desk)).toHaveLength(1);
  });
});

describe('signal score', () => {
  it('is computed once, at the first price at or after expiry', async () => {
    const desk = await openDeskWithSignal();
    const endMs = listSignals(desk)[0]?.payload.expiresMs ?? 0;
    desk.wait(endMs - desk.nowMs() - 10_000);
    desk.quote(GAS, 3100);
    expect(listScores(desk)).toHaveLength(0);
    desk.quote(GAS, 3050);
    expect(listScores(desk).map(({ payload }) => payload)).toEqual([
      {
        frozenSeq: listSignals(desk)[0]?.seq,
        outcome: 1,
        priceTicks: 3050,
        pricedMs: endMs,
        brier: expect.closeTo(0.16, 12) as number,
        rivalBriers: {
          even: 0.25,
          momentum: expect.closeTo(0.2025, 12) as number,
          seasonal: expect.closeTo(0.2704, 12) as number,
        },
      },
    ]);
    desk.quote(GAS, 2000);
    expect(listScores(desk)).toHaveLength(1);
    expect(desk.runner.state().signals).toMatchObject({
      pending: [],
      scored: [{ outcome: 1, thenTicks: 3050 }],
    });
    expect(Object.values(desk.runner.state().signals.tallies)[0]).toMatchObject({
      count: 1,
      hits: 1,
      sided: 1,
      network: 'GasNet',
      chain: 'NG',
    });
  });

  it.each([
    [2999, 0],
    [3000, 0.5],
    [3001, 1],
  ])('at %i is %f', async (ticks, outcome) => {
    const desk = await openDeskWithSignal();
    desk.wait(DAY_MS);
    desk.quote(GAS, ticks);
    expect(listScores(desk)[0]?.payload.outcome).toBe(outcome);
  });

  it('is empty if no price came near expiry', async () => {
    const desk = await openDeskWithSignal();
    desk.wait(DAY_MS + SCORE_DELAY_MAX_MS);
    desk.quote(GAS, 3050);
    expect(listScores(desk)[0]?.payload).toMatchObject({
      outcome: null,
      brier: null,
      rivalBriers: null,
    });
    expect(Object.values(desk.runner.state().signals.tallies)[0]).toMatchObject({
      count: 0,
      voids: 1,
    });
  });

  it('uses historical prices after a start, but none during a storage fault', async () => {
    const desk = await openDeskWithSignal();
    const [endMs, seq] = [listSignals(desk)[0]?.payload.expiresMs ?? 0, desk.runner.state().logSeq];
    desk.wait(DAY_MS + 10 * SCORE_DELAY_MAX_MS);
    const buildLateQuote = (isUnstored: boolean) =>
      ({
        type: 'Market',
        isBackfill: true,
        isUnstored,
        atMs: desk.nowMs(),
        event: {
          type: 'QuoteArrived',
          market: MARKET,
          instrumentId: 'NG',
          quote: buildQuote(toTicks(3070), 1, endMs + 60_000),
        },
      }) as const;
    desk.offer(buildLateQuote(true));
    expect(desk.runner.state().logSeq).toBe(seq);
    desk.offer(buildLateQuote(false));
    expect(listScores(desk)[0]?.payload).toMatchObject({ outcome: 1, priceTicks: 3070 });
  });

  it("uses the signal's own contract after its roll and expiry", async () => {
    const desk = await openDesk();
    const startMs = desk.nowMs();
    const defineMonth = (code: string, rollMs: number) =>
      defineInstrument({
        id: `OJ.${code}`,
        commodity: 'orange-juice',
        tick: '0.05',
        lot: '1',
        priceMayBeNegative: false,
        contract: {
          chain: 'OJ',
          code: `OJ${code}`,
          delivery: '2024-02-01',
          rollMs,
          expiresMs: rollMs + 3_600_000,
        },
      });
    const [near, next] = [
      defineMonth('G24', startMs + 3_600_000),
      defineMonth('H24', startMs + 30 * DAY_MS),
    ];
    const list = (...instruments: Instrument[]): void =>
      desk.offer({
        type: 'MarketListed',
        market: MARKET,
        instruments,
        staleAfterMs: 15_000,
        atMs: desk.nowMs(),
      });
    list(near, next);
    desk.quote(near, 3000);
    offerForecast(desk, { network: 'AgNet', chain: 'OJ', instrumentId: near.id });
    expect(listSignals(desk)).toHaveLength(1);
    desk.wait(DAY_MS);
    // a new listing keeps the expired month, because a signal still needs it
    list(next);
    desk.quote(next, 2500);
    expect(listScores(desk)).toHaveLength(0);
    desk.quote(near, 2990);
    expect(listScores(desk)[0]?.payload).toMatchObject({ outcome: 0, priceTicks: 2990 });
    list(next);
    expect(Object.keys(desk.runner.state().markets[MARKET]?.instruments ?? {})).not.toContain(
      near.id,
    );
  });
});

describe('losing network', () => {
  const SOY_ROLL_MS = 400 * DAY_MS;

  /** AgNet for soybeans has skill; it forecasts 90% up each day while the price falls. */
  async function liarDesk(days: number) {
    const desk = await openDesk();
    const rollMs = desk.nowMs() + SOY_ROLL_MS;
    const soy = defineInstrument({
      id: 'SOYB.H25',
      commodity: 'soybeans',
      tick: '0.25',
      lot: '0.1',
      priceMayBeNegative: false,
      contract: {
        chain: 'SOYB',
        code: 'ZSH25',
        delivery: '2025-03-01',
        rollMs,
        expiresMs: rollMs + DAY_MS,
      },
    });
    desk.offer({
      type: 'MarketListed',
      market: MARKET,
      instruments: [soy],
      staleAfterMs: 15_000,
      atMs: desk.nowMs(),
    });
    const words: string[] = [];
    for (let day = 0; day < days; day += 1) {
      desk.quote(soy, 5000 - day);
      offerForecast(desk, {
        network: 'AgNet',
        chain: 'SOYB',
        instrumentId: soy.id,
        chanceUp: 0.9,
        logit: 2.2,
        low: 5,
        middle: 20,
        high: 40,
      });
      words.push(findActiveSignal(desk.runner.state(), MARKET, soy, 'moderate')?.word ?? 'none');
      desk.wait(DAY_MS);
    }
    return { desk, words };
  }

  it('is demoted once, gives HOLD from then on and passes the audit', async () => {
    const { desk, words } = await liarDesk(60);
    const demoted = listRecords(desk, 'NetworkDemoted');
    expect(
      demoted.map(({ userId, payload }) => ({
        userId,
        network: payload.network,
        chain: payload.chain,
      })),
    ).toEqual([{ userId: null, network: 'AgNet', chain: 'SOYB' }]);
    const after = listSignals(desk).findIndex(({ seq }) => seq > (demoted[0]?.seq ?? Infinity));
    expect(new Set(words.slice(0, after))).toEqual(new Set(['BUY']));
    expect(new Set(words.slice(after))).toEqual(new Set(['HOLD']));
    expect(desk.journal.records.reduce(applyRecord, EMPTY_DESK).signals).toEqual(
      desk.runner.state().signals,
    );
    expect(auditRecords(desk.journal.records)).toBeNull();
  });

  it('is not demoted before twenty days of evidence', async () => {
    const { desk } = await liarDesk(38);
    expect(listRecords(desk, 'NetworkDemoted')).toHaveLength(0);
  });
});

describe('signals after a restart', () => {
  it('are the same after folding the log, and the audit passes', async () => {
    const desk = await openDeskWithSignal();
    desk.wait(DAY_MS);
    desk.quote(GAS, 3050);
    offerForecast(desk);
    const folded = desk.journal.records.reduce(applyRecord, EMPTY_DESK);
    expect(folded.signals).toEqual(desk.runner.state().signals);
    expect(folded.signals.pending).toHaveLength(1);
    expect(auditRecords(desk.journal.records)).toBeNull();
  });

  it.each([
    [
      'a signal scored twice',
      (records: LogRecord[]) => [...records, { ...records.at(-1)!, seq: records.length + 1 }],
      'payload.frozenSeq',
    ],
    [
      'another outcome',
      (records: LogRecord[]) => changeRecords(records, { outcome: 0 }),
      'payload.outcome',
    ],
    [
      'a better score',
      (records: LogRecord[]) => changeRecords(records, { brier: 0.1 }),
      'payload.brier',
    ],
    [
      'a score before the end',
      (records: LogRecord[]) => changeRecords(records, { pricedMs: 5 }),
      'payload.pricedMs',
    ],
    [
      'a worse rival',
      (records: LogRecord[]) =>
        changeRecords(records, { rivalBriers: { even: 0.3, momentum: 0.2025, seasonal: 0.2704 } }),
      'payload.even',
    ],
  ] as const)('fail the audit on %s', async (_what, mistake, column) => {
    const desk = await openDeskWithSignal();
    desk.wait(DAY_MS);
    desk.quote(GAS, 3050);
    const untilScore = desk.journal.records.slice(
      0,
      desk.journal.records.findIndex(({ type }) => type === 'SignalScored') + 1,
    );
    expect(auditRecords(mistake(untilScore))).toBe(column);
  });
});

const changeRecords = (records: LogRecord[], change: object): LogRecord[] =>
  records.map((record) =>
    record.type === 'SignalScored'
      ? ({ ...record, payload: { ...record.payload, ...change } } as LogRecord)
      : record,
  );
