// A part of a screen that is requested again when its own interval is over.
import { useEffect, useRef, useState } from 'react';
import type { SectionData, SectionName } from '../../contracts/sections';
import type { CommodityKey } from '../../trading/domain/commodity';
import { getSectionMs } from './cadences';
import { useRefreshControl } from './live-desk';
import { scheduleAwake } from './timer';
import { buildHref } from '../../contracts/base-path';

interface SectionOptions {
  /** Commodity of the dashboard; absent for parts that do not depend on it. */
  readonly commodity?: CommodityKey;
  /** Range of the contract chart; absent or '' for its default. */
  readonly range?: string;
  /** True while the socket brings these figures: no request is sent. */
  readonly isPushed?: boolean;
  /** A change requests the part at once; '' while there is nothing to compare. */
  readonly trigger?: string;
}

const SIGNED_OUT = 401;

const formatQuery = (commodity: CommodityKey | undefined, range: string): string =>
  new URLSearchParams({ ...(commodity && { commodity }), ...(range && { range }) }).toString();

/** Null if the server did not deliver it; `signed-out` after the end of the session. */
async function readSection<N extends SectionName>(
  name: N,
  query: string,
): Promise<SectionData[N] | 'signed-out' | null> {
  try {
    const response = await fetch(buildHref(`/refresh/${name}?${query}`), { cache: 'no-store' });
    if (response.status === SIGNED_OUT) return 'signed-out';
    return response.ok ? ((await response.json()) as SectionData[N]) : null;
  } catch {
    return null;
  }
}

/** Loader data, or a newer answer to a request of this part. A new loader result wins. */
export function useSection<N extends SectionName>(
  name: N,
  loaded: SectionData[N],
  { commodity, range = '', isPushed = false, trigger = '' }: SectionOptions = {},
): SectionData[N] {
  const { isEnabled, refreshMs, reload } = useRefreshControl();
  const [refreshed, setRefreshed] = useState<{
    readonly base: SectionData[N];
    readonly data: SectionData[N];
  } | null>(null);
  const query = formatQuery(commodity, range);
  const isUsed = refreshed?.base === loaded;
  const [attempts, setAttempts] = useState(0);
  const handledTrigger = useRef(trigger);
  useEffect(() => {
    const isTriggered = handledTrigger.current !== '' && handledTrigger.current !== trigger;
    if (!isTriggered) handledTrigger.current = trigger;
    if (!isEnabled || (isPushed && !isTriggered)) return;
    let isCurrent = true;
    const requestSection = async (): Promise<void> => {
      handledTrigger.current = trigger;
      const data = await readSection(name, query);
      if (!isCurrent) return;
      if (data === 'signed-out') return reload();
      if (data !== null) setRefreshed({ base: loaded, data });
      setAttempts((count) => count + 1);
    };
    const cancel = scheduleAwake(
      isTriggered ? 0 : getSectionMs(name, refreshMs),
      () => void requestSection(),
    );
    return () => {
      isCurrent = false;
      cancel();
    };
  }, [name, loaded, query, isEnabled, isPushed, trigger, refreshMs, reload, attempts]);
  return isUsed ? refreshed.data : loaded;
}
