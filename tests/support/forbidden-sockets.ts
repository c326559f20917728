// Which sockets a test may not open.

/** Ports on which the gateway and its desktop program offer real accounts. */
const REAL_PORTS: readonly number[] = [4001, 7496];
const LOOPBACK = /^(?:127(?:\.\d{1,3}){3}|::1|::ffff:127(?:\.\d{1,3}){3}|localhost)$/;

interface Target {
  readonly host?: string | null | undefined;
  readonly port?: number | string | undefined;
  readonly path?: string | undefined;
}

/** `call`: arguments of `Socket.connect`: options, or a port and a host, or both in one list. */
function getTarget(call: readonly unknown[]): Target {
  const [first, second] = call;
  if (Array.isArray(first)) return getTarget(first as readonly unknown[]);
  if (typeof first === 'object' && first !== null) return first;
  if (typeof first === 'string' && !/^\d+$/.test(first)) return { path: first };
  return { port: first as number | string, host: typeof second === 'string' ? second : null };
}

/** Null for loopback and for sockets in the file system. */
export function explainForbiddenSocket(call: readonly unknown[]): string | null {
  const { host, port, path } = getTarget(call);
  if (path !== undefined) return null;
  const name = host ?? 'localhost';
  if (!LOOPBACK.test(name)) return `a test opened a socket to ${name}:${port ?? ''}`;
  return REAL_PORTS.includes(Number(port))
    ? `a test opened a socket to port ${port ?? ''}, which is one of real accounts`
    : null;
}
