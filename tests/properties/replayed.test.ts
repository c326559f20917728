// Replays every decision of random sessions from the log: entries, stay-outs, exits, rolls,
// spreads, stop moves, refusals.
import fc from 'fast-check';

import type { LoggedState } from '../../app/trading/domain/book';
import { toCanonicalJson } from '../../app/trading/domain/canonical-json';
import type { LogRecord } from '../../app/trading/domain/record';
import { DEFAULT_SETTINGS, POSITION_SIZES, RISK_LEVELS } from '../../app/trading/domain/settings';
import { applyRecord } from '../../app/trading/engine/apply-record';
import {
  type ReplayedDecision,
  replayDecision,
  replayTrail,
} from '../../app/trading/engine/replay-decision';
import { replayRefusal } from '../../app/trading/engine/replay-refusal';
import { EMPTY_DESK } from '../../app/trading/engine/state';
import type { Evaluator, SpreadLegs } from '../../app/trading/strategies/playbook';
import { MONTHS, openChainDesk } from '../support/chain-desk';
import {
  CRUDE,
  type DeskHarness,
  MARKET,
  createLevelPlaybook,
  createTestConfig,
} from '../support/desk-harness';
import { createForecast } from '../support/issued-forecasts';
import { createManualOrder } from '../support/reference-orders';
import { assertEqual, expectMet, property } from './property';

/** Outlasts the days of a step. */
const OPINION_MS = 20 * 86_400_000;

const LEGS: SpreadLegs = {
  first: { chain: 'NG', month: 1 },
  second: { chain: 'CL', month: 1 },
  ratio: 0.05,
};
const withRow = (evaluator: Evaluator, row: object): Evaluator => ({
  ...evaluator,
  row: { ...evaluator.row, ...row },
});
/** Has no ATR after every third bar, so that no stop can be set. */
const withGaps = (evaluator: Evaluator): Evaluator => ({
  ...evaluator,
  buildTarget: (state) => ({
    ...evaluator.buildTarget(state),
    ...(state.bars % 3 === 0 ? { range: null } : {}),
  }),
});
const listRules = (stopRanges: number | null, barsHeldMax: number | null): readonly Evaluator[] => [
  withGaps(
    withRow(createLevelPlaybook('natural-gas', 3, stopRanges, 0.1), { id: 'ALONE', barsHeldMax }),
  ),
  withRow(createLevelPlaybook('natural-gas', 3), { id: 'PAIR', legs: LEGS, barsHeldMax }),
];

const settings = fc.record({
  riskLevel: fc.constantFrom(...RISK_LEVELS),
  positionSize: fc.constantFrom(...POSITION_SIZES),
});
const step = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.record({
      do: fc.constant('bars' as const),
      gas: fc.integer({ min: 2400, max: 3600 }),
      apart: fc.integer({ min: -200, max: 200 }),
      crude: fc.integer({ min: 6000, max: 8000 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('opinion' as const),
      chanceUp: fc.constantFrom(0.2, 0.35, 0.65, 0.8),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('hand' as const),
      lots: fc.integer({ min: 1, max: 400 }),
      side: fc.constantFrom('BUY' as const, 'SELL' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('save' as const), settings }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      ms: fc.integer({ min: 0, max: 9 * 86_400_000 }),
    }),
  },
);
const cases = fc.record({
  settings,
  isPair: fc.boolean(),
  stopRanges: fc.constantFrom(null, 0.5, 1, 3),
  barsHeldMax: fc.constantFrom(null, 2, 4),
  steps: fc.array(step, { minLength: 5, maxLength: 13, size: 'max' }),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const totals: Record<string, number> = {};

async function playStep(desk: DeskHarness, next: Step): Promise<void> {
  if (next.do === 'save')
    await desk.send('ann', {
      type: 'SaveSettings',
      settings: { ...DEFAULT_SETTINGS, ...next.settings },
    });
  else if (next.do === 'wait') desk.wait(next.ms);
  else if (next.do === 'hand')
    await desk.send(
      'ann',
      createManualOrder({ instrumentId: MONTHS[0]?.id ?? '', lots: next.lots, side: next.side }),
    );
  else if (next.do === 'opinion') {
    // A forecast on a stale quote is not recorded.
    const month = MONTHS.find(({ contract }) => (contract?.rollMs ?? 0) > desk.nowMs());
    if (month) desk.quote(month, 2950);
    desk.offer({
      type: 'ForecastsReceived',
      market: MARKET,
      forecasts: [
        createForecast(desk.nowMs(), {
          instrumentId: month?.id ?? '',
          chanceUp: next.chanceUp,
          horizonMs: OPINION_MS,
        }),
      ],
      atMs: desk.nowMs(),
    });
  } else {
    desk.quote(CRUDE, next.crude);
    const ticks = MONTHS.map((_, place) => next.gas + place * next.apart);
    MONTHS.forEach((month, place) => desk.quote(month, ticks[place] ?? next.gas));
    const [first, ...rest] = MONTHS.map(
      (month, place) => [month, ticks[place] ?? next.gas] as const,
    );
    for (const [month, price] of [...rest, ...(first ? [first] : [])])
      desk.bar(month, [price, price, price, price]);
    desk.quote(CRUDE, next.crude);
  }
}

const DECIDING: readonly string[] = ['DecisionTaken', 'OrderRefused', 'OrderPlaced'];
/** Parses the stored bytes, not the original objects. */
const parseStored = (record: LogRecord): LogRecord =>
  JSON.parse(toCanonicalJson(record)) as LogRecord;

/** Replays a decision record; null for other records. */
function replayRecord(
  record: LogRecord,
  before: LoggedState,
  instrumentOf: Parameters<typeof replayDecision>[1],
): { readonly kind: string; readonly replayed: ReplayedDecision | null } | null {
  if (record.type === 'OrderRefused')
    return {
      kind: `refused ${record.payload.refusal.code}`,
      replayed: replayRefusal(before, record),
    };
  if (record.type === 'OrderPlaced' && record.payload.trail)
    return {
      kind: 'stop moved',
      replayed: replayTrail(
        record.payload.trail,
        instrumentOf(record.payload.order.instrumentId),
        record.payload.quote,
      ),
    };
  if (record.type !== 'DecisionTaken') return null;
  const { action, exit, spread } = record.payload;
  return {
    kind: `${spread ? 'spread ' : ''}${action}${exit ? ` ${exit.known.cause}${exit.plan.reason?.startsWith('held for') ? ' held' : ''}` : ''}`,
    replayed: replayDecision(record.payload, instrumentOf),
  };
}

property(
  'every recorded decision replays to the same plan',
  cases,
  async ({ settings: first, isPair, stopRanges, barsHeldMax, steps }) => {
    const rules = listRules(stopRanges, barsHeldMax);
    const desk = await openChainDesk(
      createTestConfig({
        hasBreakers: true,
        listPlaybooks: (key) => (key === 'natural-gas' ? rules : []),
      }),
    );
    await desk.send('ann', { type: 'SaveSettings', settings: { ...DEFAULT_SETTINGS, ...first } });
    await desk.send('ann', {
      type: 'ChoosePlaybook',
      commodity: 'natural-gas',
      playbookId: isPair ? 'PAIR' : 'ALONE',
    });
    await desk.send('ann', { type: 'StartTrading', commodity: null });
    for (const next of steps) await playStep(desk, next);
    let explanation: LoggedState = EMPTY_DESK;
    for (const record of desk.journal.records) {
      const found = DECIDING.includes(record.type)
        ? replayRecord(
            parseStored(record),
            explanation,
            (id) => explanation.listings[MARKET]?.[id] as never,
          )
        : null;
      if (found) {
        totals[found.kind] = (totals[found.kind] ?? 0) + 1;
        assertEqual(
          found.replayed?.isSame,
          true,
          `${found.kind}: ${found.replayed?.recorded} made again as ${found.replayed?.made}`,
        );
      }
      explanation = applyRecord(explanation, record);
    }
  },
  {
    after: () => {
      process.stdout.write(`made again: ${JSON.stringify(totals)}\n`);
      const kinds = [
        'ENTER',
        'STAY_OUT',
        'spread ENTER',
        'ROLL',
        'stop moved',
        'EXIT RULE',
        'EXIT RULE held',
        'EXIT EXPIRED',
        'EXIT NOT_WANTED_THERE',
      ];
      for (const kind of kinds) expectMet(kind, totals[kind] ?? 0, 0);
      expectMet(
        'refused',
        Object.entries(totals).reduce(
          (sum, [kind, count]) => (kind.startsWith('refused') ? sum + count : sum),
          0,
        ),
        0,
      );
      expectMet(
        'decisions',
        Object.values(totals).reduce((sum, count) => sum + count, 0),
        1000,
      );
    },
  },
);
