// A desk for tests in other browsers: RUN of wheat opens a position at once.
import { onTestFinished } from 'vitest';
import { chooseStrategiesToHold } from './choose-strategy';
import { Visitor, startDesk } from './desk-server';
import { OPEN_MARKETS_MS, createFixedClock } from './fixed-clock';

export const COMMODITY = 'wheat';
export const PATIENCE = { timeout: 60_000, interval: 200 };

interface Position {
  readonly commodity: string;
  readonly status: string;
}

/** Its readers use the API, as the same user. */
export async function openWheatDesk() {
  const desk = await startDesk('server.js', {
    FEED: 'simulated',
    ...createFixedClock(OPEN_MARKETS_MS).settings,
  });
  onTestFinished(async () => void (await desk.stop()));
  const visitor = await new Visitor(desk.origin).signIn();
  await chooseStrategiesToHold(visitor);
  return {
    origin: desk.origin,
    isActive: async (): Promise<boolean> => {
      const status = (await (await visitor.request('/api/auto-trading/status')).json()) as {
        readonly activeCommodities: readonly string[];
      };
      return status.activeCommodities.includes(COMMODITY);
    },
    countPositions: async (): Promise<number> => {
      const rows = (await (await visitor.request('/api/trading-positions')).json()) as Position[];
      return rows.filter((row) => row.commodity === COMMODITY && row.status === 'ACTIVE').length;
    },
  };
}
