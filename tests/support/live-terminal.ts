// A terminal whose users trade live through a broker, and live accounts there.
import { expect } from 'vitest';
import type { Terminal } from '../../app/models/desk/terminal';
import { openTerminal } from '../../app/server/desk/terminal.server';
import type { Command } from '../../app/trading/domain/command';
import { toMills } from '../../app/trading/domain/units';
import type { EngineConfig } from '../../app/trading/engine/config';
import { QUOTED, createQuoteSource } from './quote-source';
import { createManualOrder } from './reference-orders';

export const openLiveTerminal = (
  dataDir: string,
  findLiveBroker: NonNullable<EngineConfig['findLiveBroker']>,
): Terminal =>
  openTerminal({
    dataDir,
    source: createQuoteSource(),
    timeZone: 'America/New_York',
    auditsInBackground: false,
    isLiveTradingOn: true,
    findLiveBroker,
  });

/** Opens and selects the live account of a user and places an order for 10 lots of gas there. */
export async function placeLiveOrder(desk: Terminal, userId: string): Promise<void> {
  await desk.ensureBook(userId);
  const commands: readonly Command[] = [
    { type: 'OpenBook', mode: 'live', market: 'quotes', capitalMills: toMills(25_000_000) },
    { type: 'SelectMode', mode: 'live' },
    createManualOrder({ instrumentId: QUOTED.id, lots: 10 }),
  ];
  for (const command of commands) {
    const { outcome } = await desk.execute({ userId, command, idempotencyKey: null });
    expect(outcome).toMatchObject({ ok: true });
  }
}
