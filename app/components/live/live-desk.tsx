// Figures that stay fresh: what the loader gave, until the socket brings something newer.
import { type ReactNode, createContext, useContext, useEffect, useState } from 'react';
import type { DeskDto } from '../../contracts/messages';
import { keepLink } from './browser-link';
import type { LivePhase, LiveState } from './live-socket';
import { useRefresh } from './use-refresh';

export type { LivePhase };

/** Two contexts, so that what shows the phase alone is not rendered at each figure. */
const PhaseContext = createContext<LivePhase>('static');
const DeskContext = createContext<DeskDto | null>(null);

interface LiveProviderProps {
  /** False while the user wants a still page. */
  readonly isEnabled: boolean;
  readonly userId: string;
  /** How often the page asks again by itself, milliseconds. */
  readonly refreshMs: number;
  readonly children: ReactNode;
}

const STILL: LiveState = { phase: 'static', desk: null, reloads: 0 };

export function LiveProvider({ isEnabled, userId, refreshMs, children }: LiveProviderProps) {
  const [{ phase, desk, reloads }, setState] = useState(STILL);
  useEffect(() => {
    if (!isEnabled) return;
    setState({ ...STILL, phase: 'connecting' });
    const drop = keepLink(userId, setState);
    return () => {
      drop();
      setState(STILL);
    };
  }, [isEnabled, userId]);
  return (
    <PhaseContext.Provider value={phase}>
      <DeskContext.Provider value={desk}>
        {isEnabled ? <Refresh everyMs={refreshMs} reloads={reloads} /> : null}
        {children}
      </DeskContext.Provider>
    </PhaseContext.Provider>
  );
}

/** On its own, so that what it watches renders nothing else anew. */
function Refresh({ everyMs, reloads }: { readonly everyMs: number; readonly reloads: number }) {
  useRefresh(everyMs, reloads);
  return null;
}

export const useLivePhase = (): LivePhase => useContext(PhaseContext);

/** Figures of a book, or a part of them. */
type Dated = Pick<DeskDto, 'asOfSeq' | 'mode' | 'epoch'>;

/**
 * The newer of what the loader gave and what the socket brought, as long as both are of the same
 * book.
 */
export function useLiveDesk<T extends Dated>(loaded: T): T | DeskDto {
  const desk = useContext(DeskContext);
  const isSameBook = desk?.mode === loaded.mode && desk.epoch === loaded.epoch;
  return desk && isSameBook && desk.asOfSeq > loaded.asOfSeq ? desk : loaded;
}
