// Connects LiveSocket to the browser: WebSocket, timers and page events. Imported on demand.
import { isOnline } from './is-online';
import { type Connection, type ConnectionEvents, LiveSocket, type LiveState } from './live-socket';
import { buildHref } from '../../contracts/base-path';

/** Socket URL on the host of the page; wss if the page is https. */
export const getSocketUrl = ({ protocol, host }: Pick<Location, 'protocol' | 'host'>): string =>
  `${protocol === 'https:' ? 'wss' : 'ws'}://${host}${buildHref('/ws')}`;

function openWebSocket({ onOpen, onText, onClose }: ConnectionEvents): Connection {
  const socket = new WebSocket(getSocketUrl(location));
  socket.addEventListener('open', onOpen);
  socket.addEventListener('message', ({ data }) => typeof data === 'string' && onText(data));
  socket.addEventListener('close', ({ code }) => onClose(code));
  return { send: (text) => socket.send(text), close: () => socket.close() };
}

function scheduleCallback(callback: () => void, ms: number): () => void {
  const timer = setTimeout(callback, ms);
  return () => clearTimeout(timer);
}

/** Opens a live link for a user. Returns a function that closes it. */
export function openLiveLink(userId: string, onChange: (state: LiveState) => void): () => void {
  const socket = new LiveSocket(
    userId,
    {
      open: openWebSocket,
      schedule: scheduleCallback,
      isOnline,
      pageVersion: document.documentElement.dataset['version'] ?? null,
      nowMs: () => performance.now(),
      random: Math.random,
      // The status of the page reports it; the log has the code.
      // eslint-disable-next-line no-console
      logDisconnect: (code) => console.warn(`Live channel disconnected, code ${code}.`),
    },
    onChange,
  );
  const listening = new AbortController();
  const { signal } = listening;
  const onVisibilityChange = (): void =>
    document.visibilityState === 'hidden' ? socket.onPageHidden() : socket.onPageShown();
  document.addEventListener('visibilitychange', onVisibilityChange, { signal });
  window.addEventListener('pagehide', () => socket.onPageLeft(), { signal });
  window.addEventListener('pageshow', ({ persisted }) => persisted && socket.onPageShown(), {
    signal,
  });
  window.addEventListener('online', () => socket.onNetworkChange(), { signal });
  window.addEventListener('offline', () => socket.onNetworkChange(), { signal });
  socket.connect();
  onVisibilityChange();
  return () => {
    listening.abort();
    socket.close();
  };
}
