// Bars per second of a full replay: engine, pre-trade checks, broker and durable database.
import { join } from 'node:path';
import { INITIAL_CAPITAL } from '../../server/desk/desk-config.server';
import { getFrontInstrument } from '../../trading/domain/contract';
import type { CommodityKey } from '../../trading/domain/commodity';
import type { PlaybookRow } from '../../trading/strategies/playbook';
import {
  getDefaultReferenceId,
  findReferenceRow,
} from '../../trading/strategies/playbooks/reference';
import { closeDatabase } from '../../../db/client.server';
import { runReplay } from '../replay/run-replay';
import { openBooks } from './commit-speed';
import { buildBenchBars } from './synthetic';
import { HOUR_MS } from '../../trading/domain/time';

export interface ReplaySpeed {
  readonly bars: number;
  readonly records: number;
  readonly barsPerSecond: number;
}

const COMMODITIES: readonly CommodityKey[] = ['natural-gas', 'corn', 'crude-oil'];

/** Replays hourly bars of three commodities, each with its reference strategy. */
export async function measureReplay(barsEach: number, folder: string): Promise<ReplaySpeed> {
  const db = openBooks(join(folder, 'replay'));
  const histories = COMMODITIES.map((key) => ({
    instrument: getFrontInstrument(key),
    bars: buildBenchBars(getFrontInstrument(key), barsEach, HOUR_MS),
    intervalMs: HOUR_MS,
  }));
  const playbooks = new Map(
    COMMODITIES.map((key): [CommodityKey, PlaybookRow] => [key, getPlaybook(key)]),
  );
  const startedMs = performance.now();
  const { bars, head } = await runReplay(
    db,
    {
      histories,
      weather: null,
      playbooks,
      capitalMills: INITIAL_CAPITAL,
      positionSize: 'medium',
      riskLevel: 'moderate',
    },
    () => undefined,
  );
  const barsPerSecond = bars / ((performance.now() - startedMs) / 1000);
  closeDatabase(db);
  return { bars, records: head.seq, barsPerSecond };
}

function getPlaybook(key: CommodityKey): PlaybookRow {
  const row = findReferenceRow(key, getDefaultReferenceId(key));
  if (!row) throw new Error(`${key} has no reference strategy`);
  return row;
}
