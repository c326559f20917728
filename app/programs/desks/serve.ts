import { startFront } from '../../server/desks/front-process.server';
import { getEnv } from '../../server/platform/env.server';
import { type ProgramCall, UsageError, waitForSignal } from '../cli';

/** Runs the front until it is stopped. */
export async function serveFront(call: ProgramCall, desksDir: string): Promise<number> {
  const { HOST, PORT, PUBLIC_ORIGIN } = getEnv();
  // Before anything starts, so that no server is left behind.
  const stopped = waitForSignal();
  const front = await startFront(desksDir, call.print).catch((error: unknown) => {
    throw explainListenError(error, PORT);
  });
  call.print(`front ${process.pid}: listens at ${HOST}:${PORT} for ${PUBLIC_ORIGIN}`);
  await stopped;
  // A second signal, as Ctrl-C through npm sends it, must not cut the stop short.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
  call.print('stopping the servers');
  await front.stop();
  call.print('ended');
  return 0;
}

function explainListenError(error: unknown, port: number): unknown {
  const { code } = error as { code?: string };
  if (code === 'EADDRINUSE')
    return new UsageError(
      `Port ${port} is in use. End the other program, or set PORT to another number.`,
    );
  if (code === 'EACCES')
    return new UsageError(
      `Port ${port} may not be opened by this user. Set PORT to one above 1023.`,
    );
  return error;
}
