// Pooled scores of the track record.
import { expect, it } from 'vitest';
import { formatTrackRecord } from '../../../app/components/signals/score-texts';
import type { Terminal } from '../../../app/models/desk/terminal';
import { buildSignalTrackRecord } from '../../../app/models/signals/signals.server';
import type { DeskView } from '../../../app/trading/desk-view';
import { EMPTY_DESK } from '../../../app/trading/engine/state';
import { createTally } from '../../../app/trading/signals/signal-score';
import { DEFAULT_SETTINGS } from '../../../app/trading/domain/settings';

const buildTally = (
  network: string,
  chain: string,
  count: number,
  hits: number,
  sided: number,
) => ({
  ...createTally({ network, model: `${network}/1`, market: 'simulated', chain }),
  count,
  hits,
  sided,
});

it('pools the hit rate over all signals with a side, not over the networks', () => {
  const buildRecord = (tallies: readonly ReturnType<typeof buildTally>[]) => {
    const signals = {
      ...EMPTY_DESK.signals,
      tallies: Object.fromEntries(tallies.map((tally) => [tally.chain, tally])),
    };
    const desk = {
      state: () => ({ ...EMPTY_DESK, signals }),
      signals: () => ({
        reason: null,
        lastRunMs: null,
        tookMs: null,
        memoryMb: null,
        outlook: null,
        remark: null,
        silent: [],
      }),
    } as unknown as Terminal;
    const view = { market: 'simulated', asOfMs: 0, settings: DEFAULT_SETTINGS } as DeskView;
    return buildSignalTrackRecord(desk, view);
  };
  const record = buildRecord([
    buildTally('GasNet', 'NG', 12, 9, 10),
    buildTally('AgNet', 'CORN', 40, 15, 30),
  ]);
  expect(record.totals.map(({ hitRate }) => hitRate)).toEqual([0.9, 0.5]);
  expect(record.pooled).toMatchObject({ count: 52, hits: 24, sided: 40, hitRate: 0.6 });
  expect(formatTrackRecord(record)).toBe(
    'Track record: 52 scored, hit rate 60.0%, 0 awaiting expiry',
  );
  expect(formatTrackRecord(buildRecord([]))).toBe(
    'Track record: none scored yet, 0 awaiting expiry',
  );
});
