// Provides live account figures: loader data until the socket delivers newer ones.
import { useLocation } from '@remix-run/react';
import {
  type ReactNode,
  createContext,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useState,
} from 'react';
import type { DeskDto } from '../../contracts/messages';
import { getScreenMs } from './cadences';
import type { LivePhase, LiveState } from './live-socket';
import { subscribeToLostUpdates } from '../shown-data';
import { scheduleAwake } from './timer';
import { useRefresh } from './use-refresh';
import { useSessionCheck } from './use-session-check';

export type { LivePhase };

/** Account figures, identified by account, period and sequence number. */
type AccountFigures = Pick<DeskDto, 'asOfSeq' | 'mode' | 'epoch'>;

/** Time and account of the figures that a page shows. */
export type ShownAt = AccountFigures & Pick<DeskDto, 'asOf'>;

/** Two contexts, so that components that use only the phase do not re-render with each figure. */
const PhaseContext = createContext<LivePhase>('static');
const DeskContext = createContext<DeskDto | null>(null);
const OutdatedContext = createContext(false);
/** Latest figures that the page requested without a socket. */
const RequestedContext = createContext<ShownAt | null>(null);

interface RefreshControl {
  /** False while live updates are off. */
  readonly isEnabled: boolean;
  /** Refresh interval of the user, in ms. */
  readonly refreshMs: number;
  /** Calls the loaders of the page at once. */
  reload(): void;
  /** Reports account figures that the page requested, for the time of the last update. */
  reportFigures(figures: ShownAt): void;
}
const RefreshContext = createContext<RefreshControl>({
  isEnabled: false,
  refreshMs: Infinity,
  reload: () => undefined,
  reportFigures: () => undefined,
});

interface LiveProviderProps {
  /** False while live updates are off. */
  readonly isEnabled: boolean;
  readonly userId: string;
  /** Refresh interval of the user, in ms. */
  readonly refreshMs: number;
  readonly children: ReactNode;
}

const INITIAL_STATE: LiveState = { phase: 'static', desk: null, reloads: 0, isOutdated: false };

export function LiveProvider({
  isEnabled: isWanted,
  userId,
  refreshMs,
  children,
}: LiveProviderProps) {
  const [{ phase, desk, reloads, isOutdated }, setState] = useState(INITIAL_STATE);
  const [ownReloads, setOwnReloads] = useState(0);
  const [requested, reportFigures] = useState<ShownAt | null>(null);
  const reload = useCallback(() => setOwnReloads((count) => count + 1), []);
  // Answers of the new server may not fit the scripts of this page.
  const isEnabled = isWanted && !isOutdated;
  const control = useMemo(
    () => ({ isEnabled, refreshMs, reload, reportFigures }),
    [isEnabled, refreshMs, reload],
  );
  useEffect(() => repeatLostUpdates(reload), [reload]);
  useEffect(() => {
    if (!isWanted) return;
    setState({ ...INITIAL_STATE, phase: 'connecting' });
    return connectOnDemand(userId, setState);
  }, [isWanted, userId]);
  return (
    <PhaseContext.Provider value={phase}>
      <DeskContext.Provider value={desk}>
        <RefreshContext.Provider value={control}>
          {isEnabled ? (
            <AutoRefresh
              refreshMs={refreshMs}
              reloads={reloads + ownReloads}
              onSignedOut={reload}
            />
          ) : null}
          <RequestedContext.Provider value={requested}>
            <OutdatedContext.Provider value={isOutdated}>{children}</OutdatedContext.Provider>
          </RequestedContext.Provider>
        </RefreshContext.Provider>
      </DeskContext.Provider>
    </PhaseContext.Provider>
  );
}

/** Wait before a lost update of the page is requested again, ms. */
const LOST_UPDATE_RETRY_MS = 5_000;

/** Requests a lost update of the page again after a while. Returns a function that ends it. */
function repeatLostUpdates(reload: () => void): () => void {
  let cancel: (() => void) | null = null;
  const unsubscribe = subscribeToLostUpdates(() => {
    cancel?.();
    cancel = scheduleAwake(LOST_UPDATE_RETRY_MS, reload);
  });
  return () => {
    unsubscribe();
    cancel?.();
  };
}

/** Loads the link after the page has been taken over. Returns a function that ends it. */
function connectOnDemand(userId: string, setState: (state: LiveState) => void): () => void {
  let close: (() => void) | null = null;
  let isEnded = false;
  import('./browser-link').then(
    ({ openLiveLink }) => {
      if (!isEnded) close = openLiveLink(userId, setState);
    },
    // Without the link the page still requests its figures.
    () => isEnded || setState({ ...INITIAL_STATE, phase: 'polling' }),
  );
  return () => {
    isEnded = true;
    close?.();
    setState(INITIAL_STATE);
  };
}

interface AutoRefreshProps {
  readonly refreshMs: number;
  readonly reloads: number;
  onSignedOut(): void;
}

/** Separate component, so that its state changes do not re-render the page. */
function AutoRefresh({ refreshMs, reloads, onSignedOut }: AutoRefreshProps) {
  useRefresh(getScreenMs(useLocation().pathname, refreshMs), reloads);
  useSessionCheck(onSignedOut);
  return null;
}

export const useRefreshControl = (): RefreshControl => useContext(RefreshContext);

export const useLivePhase = (): LivePhase => useContext(PhaseContext);

/** True once the server has another version than the page. */
export const useIsOutdated = (): boolean => useContext(OutdatedContext);

/** Figures of the socket; null before the first. */
export const usePushedDesk = (): DeskDto | null => useContext(DeskContext);

/** The newest of figures of the same account and period as `loaded`. */
export const pickNewest = <T extends AccountFigures>(
  loaded: T,
  ...others: readonly (T | null)[]
): T =>
  others.reduce<T>(
    (newest, other) =>
      other?.mode === loaded.mode && other.epoch === loaded.epoch && other.asOfSeq > newest.asOfSeq
        ? other
        : newest,
    loaded,
  );

/**
 * Returns the newer of loader data and socket data, if both belong to the same account and period.
 */
export const useLiveDesk = <T extends AccountFigures>(loaded: T): T | DeskDto =>
  pickNewest<T | DeskDto>(loaded, useContext(DeskContext));

/** Time of the newest figures that the page shows. */
export const useLastUpdate = (loaded: ShownAt): string =>
  pickNewest<ShownAt>(loaded, useContext(DeskContext), useContext(RequestedContext)).asOf;

/** Reports the account figures that a screen requested. */
export function useReportFigures(figures: ShownAt): void {
  const { reportFigures } = useRefreshControl();
  useEffect(() => reportFigures(figures), [figures, reportFigures]);
}
