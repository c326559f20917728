// Provides live account figures: loader data until the socket delivers newer ones.
import { type ReactNode, createContext, useContext, useEffect, useState } from 'react';
import type { DeskDto } from '../../contracts/messages';
import { openLiveLink } from './browser-link';
import type { LivePhase, LiveState } from './live-socket';
import { useRefresh } from './use-refresh';

export type { LivePhase };

/** Two contexts, so that components that use only the phase do not re-render with each figure. */
const PhaseContext = createContext<LivePhase>('static');
const DeskContext = createContext<DeskDto | null>(null);

interface LiveProviderProps {
  /** False while live updates are off. */
  readonly isEnabled: boolean;
  readonly userId: string;
  /** Interval of automatic reloads, in ms. */
  readonly refreshMs: number;
  readonly children: ReactNode;
}

const INITIAL_STATE: LiveState = { phase: 'static', desk: null, reloads: 0 };

export function LiveProvider({ isEnabled, userId, refreshMs, children }: LiveProviderProps) {
  const [{ phase, desk, reloads }, setState] = useState(INITIAL_STATE);
  useEffect(() => {
    if (!isEnabled) return;
    setState({ ...INITIAL_STATE, phase: 'connecting' });
    const closeLink = openLiveLink(userId, setState);
    return () => {
      closeLink();
      setState(INITIAL_STATE);
    };
  }, [isEnabled, userId]);
  return (
    <PhaseContext.Provider value={phase}>
      <DeskContext.Provider value={desk}>
        {isEnabled ? <AutoRefresh everyMs={refreshMs} reloads={reloads} /> : null}
        {children}
      </DeskContext.Provider>
    </PhaseContext.Provider>
  );
}

/** Separate component, so that its state changes do not re-render the page. */
function AutoRefresh({ everyMs, reloads }: { readonly everyMs: number; readonly reloads: number }) {
  useRefresh(everyMs, reloads);
  return null;
}

export const useLivePhase = (): LivePhase => useContext(PhaseContext);

type AccountFigures = Pick<DeskDto, 'asOfSeq' | 'mode' | 'epoch'>;

/**
 * Returns the newer of loader data and socket data, if both belong to the same account and period.
 */
export function useLiveDesk<T extends AccountFigures>(loaded: T): T | DeskDto {
  const desk = useContext(DeskContext);
  const isSameAccount = desk?.mode === loaded.mode && desk.epoch === loaded.epoch;
  return desk && isSameAccount && desk.asOfSeq > loaded.asOfSeq ? desk : loaded;
}
