// A live desk at the double of the gateway, with its account connected and compared.
import { expect, onTestFinished, vi } from 'vitest';
import type { Order } from '../../app/trading/domain/order';
import type { GatewayVenue } from './gateway-venue';
import { LiveDesk } from './live-desk';

export type GatewayLiveDesk = LiveDesk<GatewayVenue>;

/** First price of natural gas, in ticks. */
export const FIRST_TICKS = 3000;
/** Fast time: conditions are looked at often. */
export const WAIT = { timeout: 20_000, interval: 2 };

/** Closed after the test. `gatewayAheadMs`: how far the clock of the gateway is ahead. */
export async function openGatewayDesk(gatewayAheadMs = 0): Promise<GatewayLiveDesk> {
  const desk = await LiveDesk.open();
  onTestFinished(() => desk.closeDesk());
  desk.gatewayAheadMs = gatewayAheadMs;
  await desk.openAccount();
  desk.setPrice(FIRST_TICKS);
  await waitUntilReady(desk);
  return desk;
}

export const waitUntilReady = (desk: GatewayLiveDesk): Promise<void> =>
  vi.waitFor(() => expect(desk.isReady).toBe(true), WAIT);

export const waitUntilDown = (desk: GatewayLiveDesk): Promise<void> =>
  vi.waitFor(() => expect(desk.isReady).toBe(false), WAIT);

/** Working orders, oldest first. */
export const listOrders = ({ book }: GatewayLiveDesk): readonly Order[] =>
  Object.values(book?.orders ?? {});
