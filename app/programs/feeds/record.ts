// `npm run feeds -- record`: asks one source once and appends its answers to a cassette.
import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Exchange, formatExchange } from '../../server/feeds/cassette.server';
import { createSender, readEgressSettings } from '../../server/feeds/public/egress.server';
import type { EpochMs } from '../../trading/domain/units';
import { PUBLIC_SOURCES } from '../../trading/market/sources/catalog';
import type { PublicSource } from '../../trading/market/sources/source';
import type { ProgramCall } from '../cli';
import { type Recording, recordSource } from './record-source';
import { type FeedsSettings, checkPermission, createClock, findSource } from './source-access';

/** Records a source. Exit code 1 when nothing was recorded. */
export async function runRecord(
  call: ProgramCall,
  sourceId: string,
  settings: FeedsSettings,
): Promise<number> {
  const source = findSource(PUBLIC_SOURCES, sourceId);
  const egress = readEgressSettings(settings);
  checkPermission(call, source, egress.findKey);
  const nowMs = await createClock(egress.endpoint);
  const path = resolve(call.option('to') ?? buildPath(settings.DATA_DIR, source, nowMs()));
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const recording = await recordSource({
    source,
    send: createSender(egress),
    nowMs,
    waitMs: async (ms) => void (await pause(ms)),
    onExchange: (exchange) => appendExchange(path, exchange),
    onProgress: (done, total) => call.progress.update(done, total, 'requests'),
  });
  call.progress.endPhase();
  printRecording(call, recording, path);
  return recording.recorded > 0 ? 0 : 1;
}

const buildPath = (dataDir: string, { id }: PublicSource, nowMs: EpochMs): string =>
  join(dataDir, 'cassettes', `${id}-${new Date(nowMs).toISOString().slice(0, 10)}.jsonl`);

/** Each exchange at once, so that an interrupted program loses none. */
const appendExchange = (path: string, exchange: Exchange): void =>
  appendFileSync(path, `${formatExchange(exchange)}\n`, { mode: 0o600 });

function printRecording(call: ProgramCall, recording: Recording, path: string): void {
  const { recorded, problems, stop } = recording;
  for (const { requestId, reason } of problems) call.print(`${requestId}: ${reason}`);
  if (stop !== null) call.print(stop);
  call.print(recorded === 0 ? 'Nothing was recorded.' : `${recorded} answers recorded in ${path}`);
  call.printJson({ ...recording, file: recorded === 0 ? null : path });
}
