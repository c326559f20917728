// `npm run feeds`: records what public sources answer, and serves recordings as they stood at a
// moment.
import { getEnv } from '../../server/platform/env.server';
import { type Program, UsageError } from '../cli';
import { type RecordSettings, runRecord } from './record';
import { runServe } from './serve';

const USAGE = 'record SOURCE [--to FILE] [--accept-terms] | serve FOLDER --at TIME [--speed N]';

interface FeedsParts {
  readonly getSettings: () => RecordSettings;
  /** Resolves when the server is to end. */
  readonly waitForEnd: () => Promise<void>;
}

const waitForSignal = (): Promise<void> =>
  new Promise((resolve) => {
    process.once('SIGINT', () => resolve());
    process.once('SIGTERM', () => resolve());
  });

export const createFeedsProgram = ({
  getSettings = getEnv,
  waitForEnd = waitForSignal,
}: Partial<FeedsParts> = {}): Program => ({
  name: 'feeds',
  summary:
    'Records what a public source answers now, or replays recorded answers to a server with FEED=public.',
  usage: USAGE,
  options: {
    to: { type: 'string' },
    'accept-terms': { type: 'boolean' },
    at: { type: 'string' },
    speed: { type: 'string' },
    port: { type: 'string' },
    verbose: { type: 'boolean' },
  },
  optionHelp: {
    '--to FILE':
      'record: file to append to (default: cassettes/SOURCE-DATE.jsonl in the data directory)',
    '--accept-terms': 'record: accept the terms of a source that has some',
    '--at TIME': 'serve: replayed moment of the start, such as 2026-11-20T14:00:00Z',
    '--speed N': 'serve: replayed seconds in a second, 0.01 to 3600 (default: 1)',
    '--port N': 'serve: port on 127.0.0.1, 0 for any free one (default: 8080)',
    '--verbose': 'serve: print a line for each request',
  },
  exitCodes: 'Exit code 0: success. 1: failure, or nothing was recorded.',
  async run(call) {
    const [action, subject, ...rest] = call.files;
    if (subject === undefined || rest.length > 0) throw new UsageError(`Use ${USAGE}. Try --help.`);
    switch (action) {
      case 'record':
        return runRecord(call, subject, getSettings());
      case 'serve':
        return runServe(call, subject, waitForEnd);
      default:
        throw new UsageError(`There is no '${action}'. Use ${USAGE}.`);
    }
  },
});
