// Outages of sources on virtual time: what a desk shows and trades while one or all are down.
import { describe, expect, it } from 'vitest';
import type { SourceId, SourceState } from '../../../../app/trading/domain/public-source';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../../app/trading/domain/time';
import { nyisoSource } from '../../../../app/trading/market/sources/nyiso/source';
import { yahooSource } from '../../../../app/trading/market/sources/yahoo/source';
import { type StormDesk, openStormDesk } from '../../../support/storm-desk';

/** Thursday morning in New York. */
const FROM_MS = Date.UTC(2026, 11, 10, 15, 2);
const OUTAGE_MS = FROM_MS + 10 * MINUTE_MS - SECOND_MS;
/** A source looks at its plan this often. */
const LOOK_MS = 5 * SECOND_MS;
/** Real-time prices are asked for this often. */
const SLOT_MS = 5 * MINUTE_MS;
/** Longest rest of a breaker. */
const BREAKER_MS_MAX = 30 * MINUTE_MS;

const getState = (desk: StormDesk, id: SourceId): SourceState | undefined =>
  desk
    .feed()
    .publicData?.listStatus()
    .find(({ source }) => source.id === id)?.state;

interface Observed {
  readonly atMs: number;
  readonly state: SourceState | undefined;
}

/** States at each look from now on. */
async function observeStates(
  desk: StormDesk,
  id: SourceId,
  untilMs: number,
): Promise<readonly Observed[]> {
  const observed: Observed[] = [];
  while (desk.nowMs() < untilMs) {
    await desk.runTo(desk.nowMs() + LOOK_MS);
    observed.push({ atMs: desk.nowMs(), state: getState(desk, id) });
  }
  return observed;
}

const failFor = (host: string, fromMs: number, lengthMs: number) => ({
  host,
  fromMs,
  until: fromMs + lengthMs,
  kind: 'status' as const,
  status: 503,
});

/** Outages by length, and one that comes and goes each half minute. */
const OUTAGES: readonly (readonly [name: string, lengths: readonly number[], gapMs: number])[] = [
  ['10 seconds', [10 * SECOND_MS], 0],
  ['a minute', [MINUTE_MS], 0],
  ['half an hour', [30 * MINUTE_MS], 0],
  ['flapping', Array.from({ length: 10 }, () => 30 * SECOND_MS), 30 * SECOND_MS],
  ['an hour', [HOUR_MS], 0],
];

describe.each(OUTAGES)('an outage of %s', (_, lengths, gapMs) => {
  const starts = lengths.map(
    (_length, index) =>
      OUTAGE_MS + lengths.slice(0, index).reduce((sum, ms) => sum + ms + gapMs, 0),
  );
  const endMs = (starts.at(-1) ?? 0) + (lengths.at(-1) ?? 0);

  it(
    'is shown while data are old, and ends within one slot or the rest of the breaker',
    async () => {
      const desk = await openStormDesk({
        sources: ['nyiso'],
        fromMs: FROM_MS,
        faults: lengths.map((ms, index) => failFor('mis.nyiso.com', starts[index] ?? 0, ms)),
      });
      await desk.runTo(OUTAGE_MS);
      expect(getState(desk, 'nyiso')).toBe('LIVE');
      const answeredMs = OUTAGE_MS + SECOND_MS - SLOT_MS;
      const isLong = endMs - OUTAGE_MS > SLOT_MS;
      const boundMs = SLOT_MS + (isLong ? BREAKER_MS_MAX : 0);
      const observed = await observeStates(desk, 'nyiso', endMs + boundMs);
      expect(observed.some(({ state }) => state === 'LATE')).toBe(true);
      expect(observed.at(-1)?.state).toBe('LIVE');
      if (gapMs > 0) return;
      // While all requests fail: older than the source promises, and so shown.
      const oldFromMs = answeredMs + nyisoSource.staleAfterMs + LOOK_MS;
      const old = observed.filter(({ atMs }) => atMs > oldFromMs && atMs < endMs);
      expect(old.length > 0).toBe(isLong);
      for (const { atMs, state } of old)
        expect(['STALE', 'BREAKER'], new Date(atMs).toISOString()).toContain(state);
    },
    10 * MINUTE_MS,
  );
});

describe('an outage of the vendor of quotes', () => {
  const LENGTH_MS = 40 * MINUTE_MS;
  const END_MS = OUTAGE_MS + LENGTH_MS;
  const VENDOR = 'query1.finance.yahoo.com';

  const openDesk = async (host: string | null): Promise<StormDesk> => {
    const desk = await openStormDesk({
      sources: ['nyiso', 'yahoo'],
      fromMs: FROM_MS,
      faults: host === null ? [] : [failFor(host, OUTAGE_MS, LENGTH_MS)],
      ownFiles: ['NGF27.NYM'],
    });
    desk.feed().publicData?.saveTerms('yahoo', { atMs: FROM_MS, by: 'ann' });
    return desk;
  };
  const getGasQuoteMs = (desk: StormDesk): number =>
    desk.state().markets['public']?.instruments['NG.F27']?.quote?.atMs ?? 0;
  const countRecords = ({ db }: StormDesk, type: string): number =>
    db.$client
      .prepare<[string], number>('SELECT count(*) FROM event WHERE type = ?')
      .pluck()
      .get(type) ?? 0;

  it.each([VENDOR, '*'])('at host %s opens nothing on its old prices', async (host) => {
    const desk = await openDesk(host);
    await desk.runTo(OUTAGE_MS + yahooSource.staleAfterMs + MINUTE_MS);
    const quotedMs = getGasQuoteMs(desk);
    expect(quotedMs).toBeGreaterThan(FROM_MS - 20 * MINUTE_MS);
    await desk.sendCommand({ type: 'StartTrading', commodity: 'natural-gas' });
    await desk.runTo(END_MS);
    expect(getGasQuoteMs(desk)).toBe(quotedMs);
    expect(countRecords(desk, 'OrderPlaced')).toBe(0);
    await desk.runTo(END_MS + BREAKER_MS_MAX + SLOT_MS);
    expect(getGasQuoteMs(desk)).toBeGreaterThan(END_MS - 10 * MINUTE_MS);
    expect(getState(desk, 'yahoo')).toBe('LIVE');
  });

  it('is what keeps positions closed: with its quotes one opens', async () => {
    const desk = await openDesk(null);
    await desk.runTo(OUTAGE_MS + yahooSource.staleAfterMs + MINUTE_MS);
    await desk.sendCommand({ type: 'StartTrading', commodity: 'natural-gas' });
    await desk.runTo(desk.nowMs() + 2 * MINUTE_MS);
    expect(countRecords(desk, 'OrderPlaced')).toBeGreaterThan(0);
  });

  it('changes no request to another source', async () => {
    const [usual, disturbed] = [await openDesk(null), await openDesk(VENDOR)];
    const listRequests = async (desk: StormDesk) => {
      await desk.runTo(END_MS);
      return desk.served.filter(({ host }) => host !== VENDOR);
    };
    expect(await listRequests(disturbed)).toEqual(await listRequests(usual));
  });
});
