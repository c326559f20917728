// Settings of a log record from before a setting was added.
import { expect, test } from 'vitest';
import { replayEntry } from '../../../app/audit/replay-entry';
import { ReplayState } from '../../../app/audit/replay-state';
import type { LogRecord } from '../../../app/trading/domain/record';
import { DEFAULT_SETTINGS, type Settings } from '../../../app/trading/domain/settings';
import { applyRecord } from '../../../app/trading/engine/apply-record';
import { openDesk } from '../../support/desk-harness';

const { riskLevel: _added, ...rest } = DEFAULT_SETTINGS;
const OLD = { ...rest, positionSize: 'small' } as Settings;

test('takes the default of a setting that an old record lacks, in engine and audit', async () => {
  const state = (await openDesk()).runner.state();
  const record: LogRecord = {
    seq: state.logSeq + 1,
    atMs: state.nowMs,
    type: 'SettingsSaved',
    userId: 'ann',
    bookId: null,
    causeSeq: null,
    payload: { settings: OLD },
  };
  const expected = { ...DEFAULT_SETTINGS, positionSize: 'small' };
  expect(applyRecord(state, record).users['ann']?.settings).toEqual(expected);

  const replay = new ReplayState(() => undefined, 0);
  replay.desk.users.set('ann', { mode: 'simulation', settings: {} });
  replayEntry(replay, {
    seq: record.seq,
    at_ms: record.atMs,
    type: record.type,
    user_id: 'ann',
    book_id: null,
    cause_seq: null,
    payload: JSON.stringify(record.payload),
  } as Parameters<typeof replayEntry>[1]);
  expect(replay.desk.users.get('ann')?.settings).toEqual(expected);
});
