/** Quotes of the double: those of the simulated market that a server with the same seed shows. */
import { toNumber } from '../../trading/domain/instrument';
import type { EpochMs } from '../../trading/domain/units';
import { openStoredWorld } from '../../server/feeds/world-store.server';
import type { Gateway } from './gateway';
import type { GatewayContract } from './gateway-types';
import { listGatewayContracts } from './listed-contracts';

/** As the simulated market of the server. */
export const QUOTE_MS = 5_000;

interface QuotedMarket {
  readonly contracts: readonly GatewayContract[];
  /** Sets the quotes of a moment in the gateway. */
  setQuotes(gateway: Gateway, atMs: EpochMs): void;
}

export function openQuotedMarket(seed: string, nowMs: EpochMs): QuotedMarket {
  const world = openStoredWorld({ seed });
  const listed = listGatewayContracts(world.listInstrumentsAt(nowMs));
  return {
    contracts: listed.map(({ contract }) => contract),
    setQuotes(gateway, atMs) {
      for (const { instrument, contract } of listed) {
        const { bidTicks, askTicks, lastTicks } = world.quoteAt(instrument, atMs);
        const toPrice = (ticks: number): number => roundPrice(ticks * toNumber(instrument.tick));
        gateway.setQuote(contract, {
          bid: toPrice(bidTicks),
          ask: toPrice(askTicks),
          last: toPrice(lastTicks),
        });
      }
    },
  };
}

/** Without the digits that binary fractions add. */
const roundPrice = (price: number): number => Number(price.toFixed(6));
