const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** A server on this machine is reachable without a network. */
export const isOnline = (): boolean => navigator.onLine || LOOPBACK.includes(location.hostname);
