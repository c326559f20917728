// `npm run feeds`: records what public sources answer, serves recordings as they stood at a moment,
// fills in the past and shows stored bodies.
import { getEnv } from '../../server/platform/env.server';
import { type Program, UsageError, waitForSignal } from '../cli';
import { runBackfill } from './backfill';
import { runBody } from './body';
import { runRecord } from './record';
import { runServe } from './serve';
import type { FeedsSettings } from './source-access';

const USAGE =
  'record SOURCE [--to FILE] [--accept-terms] | backfill SOURCE [--from DATE] [--until DATE] | body SHA256 | body SOURCE | serve FOLDER --at TIME [--speed N]';

interface FeedsParts {
  readonly getSettings: () => FeedsSettings;
  /** Resolves when serve or backfill is to end. */
  readonly waitForEnd: () => Promise<void>;
}

export const createFeedsProgram = ({
  getSettings = getEnv,
  waitForEnd = waitForSignal,
}: Partial<FeedsParts> = {}): Program => ({
  name: 'feeds',
  summary:
    'Records what a public source answers now, fills in its past, shows what it sent, or replays recorded answers to a server with FEED=public.',
  usage: USAGE,
  options: {
    to: { type: 'string' },
    'accept-terms': { type: 'boolean' },
    from: { type: 'string' },
    until: { type: 'string' },
    at: { type: 'string' },
    speed: { type: 'string' },
    port: { type: 'string' },
    verbose: { type: 'boolean' },
  },
  optionHelp: {
    '--to FILE':
      'record: file to append to (default: cassettes/SOURCE-DATE.jsonl in the data directory)',
    '--accept-terms': 'record: accept the terms of a source that has some',
    '--from DATE': 'backfill: first day in UTC, YYYY-MM-DD (default: what the screens use)',
    '--until DATE': 'backfill: day after the last one (default: all complete days)',
    '--at TIME': 'serve: replayed moment of the start, such as 2026-11-20T14:00:00Z',
    '--speed N': 'serve: replayed seconds in a second, 0.01 to 3600 (default: 1)',
    '--port N': 'serve: port on 127.0.0.1, 0 for any free one (default: 8080)',
    '--verbose': 'serve: print a line for each request',
  },
  exitCodes: 'Exit code 0: success. 1: failure, nothing was recorded, or the past is incomplete.',
  async run(call) {
    const [action, subject, ...rest] = call.files;
    if (subject === undefined || rest.length > 0) throw new UsageError(`Use ${USAGE}. Try --help.`);
    switch (action) {
      case 'record':
        return runRecord(call, subject, getSettings());
      case 'backfill':
        return runBackfill(call, subject, getSettings(), waitForEnd);
      case 'body':
        return runBody(call, subject, getSettings().DATA_DIR);
      case 'serve':
        return runServe(call, subject, waitForEnd);
      default:
        throw new UsageError(`There is no '${action}'. Use ${USAGE}.`);
    }
  },
});
