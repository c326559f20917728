// Figures that stay fresh: what the loader gave, until the socket brings something newer.
import { type ReactNode, createContext, useContext } from 'react';
import type { DeskWire } from '../../messages';

/** How fresh what is shown can be: pushed by a socket, asked for again and again, or as it was when the page was made. */
export type LivePhase = 'static' | 'connecting' | 'live' | 'polling' | 'offline';

interface Live {
  readonly phase: LivePhase;
  readonly desk: DeskWire | null;
}

const LiveContext = createContext<Live>({ phase: 'static', desk: null });

export interface LiveProviderProps {
  /** False while the user wants a still page. */
  readonly isEnabled: boolean;
  readonly userId: string;
  /** How often the page asks again by itself, milliseconds. */
  readonly refreshMs: number;
  readonly children: ReactNode;
}

export function LiveProvider({ children }: LiveProviderProps) {
  return <LiveContext.Provider value={{ phase: 'static', desk: null }}>{children}</LiveContext.Provider>;
}

export const useLivePhase = (): LivePhase => useContext(LiveContext).phase;

/** The newer of what the loader gave and what the socket brought, as long as both are of the same book. */
export function useLiveDesk(loaded: DeskWire): DeskWire {
  const { desk } = useContext(LiveContext);
  const isSameBook = desk?.mode === loaded.mode && desk.epoch === loaded.epoch;
  return desk && isSameBook && desk.asOfSeq > loaded.asOfSeq ? desk : loaded;
}
