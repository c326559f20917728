// What the programs of public sources share: settings, permission and clock.
import type { EgressSettings } from '../../server/feeds/public/egress.server';
import {
  ReplayedClockError,
  fetchReplayedClock,
} from '../../server/feeds/public/replayed-clock.server';
import type { SourceKey } from '../../trading/domain/public-source';
import type { EpochMs } from '../../trading/domain/units';
import type { PublicSource } from '../../trading/market/sources/source';
import { type ProgramCall, UsageError } from '../cli';

export type FeedsSettings = Readonly<Partial<Record<SourceKey, string | undefined>>> & {
  readonly DATA_DIR: string;
  readonly FEED_CONTACT?: string | undefined;
  readonly FEED_ENDPOINT?: string | undefined;
};

/** Throws UsageError for an unknown id, with those that exist. */
export function findSource<T extends PublicSource>(sources: readonly T[], id: string): T {
  const source = sources.find((each) => each.id === id);
  if (source) return source;
  const ids = sources.map((each) => each.id).join(', ');
  throw new UsageError(`There is no source '${id}'. There are: ${ids}.`);
}

/** Throws UsageError while terms are not accepted or a key is missing. */
export function checkPermission(
  call: ProgramCall,
  { name, key, terms }: PublicSource,
  findKey: EgressSettings['findKey'],
): void {
  if (terms !== null && !call.flag('accept-terms'))
    throw new UsageError(`${name} has terms: ${terms} Accept them with --accept-terms.`);
  if (key !== null && findKey(key) === null)
    throw new UsageError(`${name} needs a free key. Set ${key} in .env (docs/public-data.md).`);
}

/** Replayed time where the endpoint has one. Throws UsageError for another answer. */
export async function createClock(endpoint: string | null): Promise<() => EpochMs> {
  if (endpoint === null) return () => Date.now();
  try {
    const clock = await fetchReplayedClock(endpoint);
    return clock?.wallMs ?? (() => Date.now());
  } catch (error) {
    if (!(error instanceof ReplayedClockError)) throw error;
    throw new UsageError(`FEED_ENDPOINT: ${error.message}.`);
  }
}
