// Price updates of a measured market.
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { UsageError } from '../../cli';
import { sendRequest } from './load';

const POLL_MS = 50;
const TIMEOUT_MS = 120_000;

const Quotes = z.array(z.object({ asOf: z.string() }));

async function readPriceTime(origin: string, cookie: string): Promise<string> {
  const { body } = await sendRequest(`${origin}/api/natural-gas-futures`, { Cookie: cookie });
  return Quotes.parse(JSON.parse(body.toString('utf8'))).reduce(
    (newest, { asOf }) => (asOf > newest ? asOf : newest),
    '',
  );
}

/** Resolves when natural gas has a newer price. */
export async function waitForPriceUpdate(origin: string, cookie: string): Promise<void> {
  const before = await readPriceTime(origin, cookie);
  const startedMs = performance.now();
  while ((await readPriceTime(origin, cookie)) === before) {
    if (performance.now() - startedMs > TIMEOUT_MS)
      throw new UsageError('the measured market has no new prices');
    await pause(POLL_MS);
  }
}
