/** Quotes of the double: those of the simulated market that a server with the same seed shows. */
import { toNumber } from '../../trading/domain/instrument';
import type { EpochMs } from '../../trading/domain/units';
import { openStoredWorld } from '../../server/feeds/world-store.server';
import type { Gateway } from './gateway';
import type { GatewayContract, GatewayQuote } from './gateway-types';
import { listGatewayContracts } from './listed-contracts';
import type { MarketData } from './market-data';

/** As the simulated market of the server. */
export const QUOTE_MS = 5_000;

interface QuotedMarket {
  readonly contracts: readonly GatewayContract[];
  /** Sets the quotes of a moment in the gateway. */
  setQuotes(gateway: Gateway, atMs: EpochMs): void;
  /** Plays the quotes of a moment to the clients that requested them. */
  playQuotes(data: MarketData, atMs: EpochMs): void;
}

export function openQuotedMarket(seed: string, nowMs: EpochMs): QuotedMarket {
  const world = openStoredWorld({ seed });
  const listed = listGatewayContracts(world.listInstrumentsAt(nowMs));
  const listQuotes = (atMs: EpochMs): readonly (readonly [GatewayContract, GatewayQuote])[] =>
    listed.map(({ instrument, contract }) => {
      const { bidTicks, askTicks, lastTicks } = world.quoteAt(instrument, atMs);
      const toPrice = (ticks: number): number => roundPrice(ticks * toNumber(instrument.tick));
      return [
        contract,
        { bid: toPrice(bidTicks), ask: toPrice(askTicks), last: toPrice(lastTicks) },
      ];
    });
  return {
    contracts: listed.map(({ contract }) => contract),
    setQuotes(gateway, atMs) {
      for (const [contract, quote] of listQuotes(atMs)) gateway.setQuote(contract, quote);
    },
    playQuotes(data, atMs) {
      for (const [contract, quote] of listQuotes(atMs))
        data.playQuote(contract, { ...quote, tradedMs: atMs });
    },
  };
}

/** Without the digits that binary fractions add. */
const roundPrice = (price: number): number => Number(price.toFixed(6));
