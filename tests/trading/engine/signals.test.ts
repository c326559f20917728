// Signals in the engine: frozen with a fresh price, once for each publication; scored once, at
// their end or later, by their own contract.
import { describe, expect, it } from 'vitest';
import { auditRecords } from '../../support/audited-records';
import type { LogRecord } from '../../../app/trading/domain/record';
import { type Instrument, defineInstrument } from '../../../app/trading/domain/instrument';
import { toTicks } from '../../../app/trading/domain/units';
import { quoteAround } from '../../../app/trading/domain/quote';
import { applyRecord } from '../../../app/trading/engine/apply';
import { findActiveSignal } from '../../../app/trading/engine/entry-context';
import { OPINION_LATE_MS, SCORE_LATE_MS } from '../../../app/trading/engine/signals';
import { EMPTY_DESK } from '../../../app/trading/engine/state';
import type { IssuedForecast } from '../../../app/trading/signals/forecast';
import { type DeskHarness, GAS, MARKET, openDesk } from '../../support/desk-harness';
import { spokenAt } from '../../support/opinions';
import { DAY_MS } from '../../../app/trading/domain/time';

function tell(desk: DeskHarness, change: Partial<IssuedForecast> = {}): void {
  const atMs = desk.nowMs();
  desk.offer({ type: 'OpinionsTold', market: MARKET, opinions: [spokenAt(atMs, change)], atMs });
}

const records = <T extends LogRecord['type']>({ journal }: Pick<DeskHarness, 'journal'>, type: T) =>
  journal.records.filter(
    (record): record is Extract<LogRecord, { type: T }> => record.type === type,
  );
const frozen = (desk: DeskHarness) => records(desk, 'SignalFrozen');
const scored = (desk: DeskHarness) => records(desk, 'SignalScored');

async function spokenDesk(change: Partial<IssuedForecast> = {}): Promise<DeskHarness> {
  const desk = await openDesk();
  desk.quote(GAS, 3000);
  tell(desk, change);
  return desk;
}

describe('an opinion', () => {
  it('is frozen with the last price, its rivals and the verdict of the evaluation, and belongs to nobody', async () => {
    const desk = await spokenDesk();
    const [record] = frozen(desk);
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

  it('is not frozen twice for the same publications, and again for newer ones', async () => {
    const desk = await spokenDesk();
    const slotMs = desk.nowMs();
    desk.quote(GAS, 3010);
    tell(desk, { slotMs });
    expect(frozen(desk)).toHaveLength(1);
    desk.quote(GAS, 3010);
    tell(desk);
    expect(frozen(desk)).toHaveLength(2);
    expect(desk.runner.state().signals.pending).toHaveLength(2);
  });

  it.each([
    ['of a chain of another network', { network: 'AgNet' }],
    ['of a contract that is not in force', { instrumentId: 'NG.X' }],
    ['of a market without prices', { chain: 'CL', instrumentId: 'CL', network: 'PetroNet' }],
    ['from the future', { stampMs: Date.UTC(2030, 0, 1) }],
  ])('%s is not frozen', async (_what, change) => {
    const desk = await spokenDesk(change);
    expect(frozen(desk)).toHaveLength(0);
  });

  it('that comes late, or meets a stale price, is not frozen', async () => {
    const desk = await openDesk();
    desk.quote(GAS, 3000);
    desk.offer({
      type: 'OpinionsTold',
      market: MARKET,
      opinions: [spokenAt(desk.nowMs() - OPINION_LATE_MS - 1)],
      atMs: desk.nowMs(),
    });
    expect(frozen(desk)).toHaveLength(0);
    desk.wait(6 * DAY_MS);
    tell(desk);
    expect(frozen(desk)).toHaveLength(0);
    desk.quote(GAS, 3000);
    tell(desk);
    expect(frozen(desk)).toHaveLength(1);
  });
});

describe('a score', () => {
  it('comes with the first price at or after the end, once, and never before', async () => {
    const desk = await spokenDesk();
    const endMs = frozen(desk)[0]?.payload.expiresMs ?? 0;
    desk.wait(endMs - desk.nowMs() - 10_000);
    desk.quote(GAS, 3100);
    expect(scored(desk)).toHaveLength(0);
    desk.quote(GAS, 3050);
    expect(scored(desk).map(({ payload }) => payload)).toEqual([
      {
        frozenSeq: frozen(desk)[0]?.seq,
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
    expect(scored(desk)).toHaveLength(1);
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
    const desk = await spokenDesk();
    desk.wait(DAY_MS);
    desk.quote(GAS, ticks);
    expect(scored(desk)[0]?.payload.outcome).toBe(outcome);
  });

  it('counts nothing where no price came near the end', async () => {
    const desk = await spokenDesk();
    desk.wait(DAY_MS + SCORE_LATE_MS);
    desk.quote(GAS, 3050);
    expect(scored(desk)[0]?.payload).toMatchObject({
      outcome: null,
      brier: null,
      rivalBriers: null,
    });
    expect(Object.values(desk.runner.state().signals.tallies)[0]).toMatchObject({
      count: 0,
      voids: 1,
    });
  });

  it('takes a price of the past that is being caught up with, and none that cannot be written down', async () => {
    const desk = await spokenDesk();
    const [endMs, seq] = [frozen(desk)[0]?.payload.expiresMs ?? 0, desk.runner.state().logSeq];
    desk.wait(DAY_MS + 10 * SCORE_LATE_MS);
    const late = (isUnstored: boolean) =>
      ({
        type: 'Market',
        isBackfill: true,
        isUnstored,
        atMs: desk.nowMs(),
        event: {
          type: 'QuoteArrived',
          market: MARKET,
          instrumentId: 'NG',
          quote: quoteAround(toTicks(3070), 1, endMs + 60_000),
        },
      }) as const;
    desk.offer(late(true));
    expect(desk.runner.state().logSeq).toBe(seq);
    desk.offer(late(false));
    expect(scored(desk)[0]?.payload).toMatchObject({ outcome: 1, priceTicks: 3070 });
  });

  it('is of the very contract, over its roll and after its end', async () => {
    const desk = await openDesk();
    const startMs = desk.nowMs();
    const month = (code: string, rollMs: number) =>
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
    const [near, next] = [month('G24', startMs + 3_600_000), month('H24', startMs + 30 * DAY_MS)];
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
    tell(desk, { network: 'AgNet', chain: 'OJ', instrumentId: near.id });
    expect(frozen(desk)).toHaveLength(1);
    desk.wait(DAY_MS);
    // the feed lists again, as it does when months change: the month that is waited for stays,
    // though it has ended
    list(next);
    desk.quote(next, 2500);
    expect(scored(desk)).toHaveLength(0);
    desk.quote(near, 2990);
    expect(scored(desk)[0]?.payload).toMatchObject({ outcome: 0, priceTicks: 2990 });
    list(next);
    expect(Object.keys(desk.runner.state().markets[MARKET]?.instruments ?? {})).not.toContain(
      near.id,
    );
  });
});

describe('a network that loses', () => {
  const SOY_ROLL_MS = 400 * DAY_MS;

  /**
   * AgNet of soybeans, which the evaluation trusts, says nine in ten for a rise, day after day, and
   * the price falls each day.
   */
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
      tell(desk, {
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

  it('is demoted once, says HOLD from then on, and the books agree', async () => {
    const { desk, words } = await liarDesk(60);
    const demoted = records(desk, 'NetworkDemoted');
    expect(
      demoted.map(({ userId, payload }) => ({
        userId,
        network: payload.network,
        chain: payload.chain,
      })),
    ).toEqual([{ userId: null, network: 'AgNet', chain: 'SOYB' }]);
    const after = frozen(desk).findIndex(({ seq }) => seq > (demoted[0]?.seq ?? Infinity));
    expect(new Set(words.slice(0, after))).toEqual(new Set(['BUY']));
    expect(new Set(words.slice(after))).toEqual(new Set(['HOLD']));
    expect(desk.journal.records.reduce(applyRecord, EMPTY_DESK).signals).toEqual(
      desk.runner.state().signals,
    );
    expect(auditRecords(desk.journal.records)).toBeNull();
  });

  it('is still listened to before twenty days of a stake', async () => {
    const { desk } = await liarDesk(38);
    expect(records(desk, 'NetworkDemoted')).toHaveLength(0);
  });
});

describe('a desk that starts again', () => {
  it('arrives at the same signals by folding the log, and its audit agrees', async () => {
    const desk = await spokenDesk();
    desk.wait(DAY_MS);
    desk.quote(GAS, 3050);
    tell(desk);
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
      (records: LogRecord[]) => changed(records, { outcome: 0 }),
      'payload.outcome',
    ],
    ['a better score', (records: LogRecord[]) => changed(records, { brier: 0.1 }), 'payload.brier'],
    [
      'a score before the end',
      (records: LogRecord[]) => changed(records, { pricedMs: 5 }),
      'payload.pricedMs',
    ],
    [
      'a worse rival',
      (records: LogRecord[]) =>
        changed(records, { rivalBriers: { even: 0.3, momentum: 0.2025, seasonal: 0.2704 } }),
      'payload.even',
    ],
  ] as const)('is told by its audit of %s', async (_what, mistake, column) => {
    const desk = await spokenDesk();
    desk.wait(DAY_MS);
    desk.quote(GAS, 3050);
    const untilScore = desk.journal.records.slice(
      0,
      desk.journal.records.findIndex(({ type }) => type === 'SignalScored') + 1,
    );
    expect(auditRecords(mistake(untilScore))).toBe(column);
  });
});

const changed = (records: LogRecord[], change: object): LogRecord[] =>
  records.map((record) =>
    record.type === 'SignalScored'
      ? ({ ...record, payload: { ...record.payload, ...change } } as LogRecord)
      : record,
  );
