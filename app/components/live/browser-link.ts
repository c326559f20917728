// A live link in this browser: its sockets, timers and events.
import { type Connection, type ConnectionEvents, LiveSocket, type LiveState } from './live-socket';

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** A desk on this machine is there without any network. */
export const isOnline = (): boolean => navigator.onLine || LOOPBACK.includes(location.hostname);

/** The desk's own socket, ciphered where the page is. */
export const socketAddress = ({ protocol, host }: Pick<Location, 'protocol' | 'host'>): string =>
  `${protocol === 'https:' ? 'wss' : 'ws'}://${host}/ws`;

function open({ onOpen, onText, onClose }: ConnectionEvents): Connection {
  const socket = new WebSocket(socketAddress(location));
  socket.addEventListener('open', onOpen);
  socket.addEventListener('message', ({ data }) => typeof data === 'string' && onText(data));
  socket.addEventListener('close', ({ code }) => onClose(code));
  return { send: (text) => socket.send(text), close: () => socket.close() };
}

function scheduleCallback(callback: () => void, ms: number): () => void {
  const timer = setTimeout(callback, ms);
  return () => clearTimeout(timer);
}

/** Keeps a link for a user until the returned function is called. */
export function keepLink(userId: string, onChange: (state: LiveState) => void): () => void {
  const socket = new LiveSocket(
    userId,
    {
      open,
      later: scheduleCallback,
      isOnline,
      nowMs: () => performance.now(),
      random: Math.random,
    },
    onChange,
  );
  const listening = new AbortController();
  const { signal } = listening;
  const onSight = (): void =>
    document.visibilityState === 'hidden' ? socket.hide() : socket.resume();
  document.addEventListener('visibilitychange', onSight, { signal });
  window.addEventListener('pagehide', () => socket.pause(), { signal });
  window.addEventListener('pageshow', ({ persisted }) => persisted && socket.resume(), { signal });
  window.addEventListener('online', () => socket.networkChanged(), { signal });
  window.addEventListener('offline', () => socket.networkChanged(), { signal });
  socket.connect();
  onSight();
  return () => {
    listening.abort();
    socket.end();
  };
}
