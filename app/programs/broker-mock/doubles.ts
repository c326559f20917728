/** The doubles that `npm run broker:mock` can play, one for each broker. */
import { UsageError } from '../cli';
import type { Gateway } from './gateway';
import { GatewayServer } from './gateway-server';
import type { GatewayContract } from './gateway-types';
import { IronbeamServer } from './ironbeam/api-server';
import type { MarketData } from './market-data';
import type { RehearsedFaults } from './rehearsed-faults';
import { formatSymbol } from './ironbeam/rows';

interface ServedBroker {
  readonly port: number;
  /** What the user enters to connect the desk. */
  readonly connection: string;
  close(): Promise<void>;
}

interface Double {
  /** Those that the broker lists. */
  readonly lists: (contract: GatewayContract) => boolean;
  readonly defaultPort: number;
  readonly defaultAccount: string;
  readonly accountFormat: RegExp;
  readonly accountText: string;
  /** Quotes and faults can be played. */
  readonly isGateway: boolean;
  readonly serveBroker: (
    gateway: Gateway,
    contracts: readonly GatewayContract[],
    port: number,
    parts: { readonly data: MarketData; readonly faults: RehearsedFaults | null },
  ) => Promise<ServedBroker>;
}

const CLIENT_ID = 7;
const TRADER = {
  user: 'rehearsal',
  key: 'key-of-the-double',
  keyField: 'apikey',
  isLive: false,
} as const;

const DOUBLES = {
  ibkr: {
    lists: () => true,
    // That of a demo session of the gateway.
    defaultPort: 4002,
    defaultAccount: 'DU1234567',
    accountFormat: /^DU\d{5,9}$/,
    accountText: 'DU and 5 to 9 digits, such as DU1234567',
    isGateway: true,
    async serveBroker(gateway, _contracts, port, { data, faults }) {
      const getFault = faults?.getFault ?? (() => ({}));
      const server = await GatewayServer.openServer({ gateway, port, data, getFault });
      faults?.attachServer(server);
      return {
        port: server.port,
        connection: `ibkr:${gateway.account}@127.0.0.1:${server.port}/${CLIENT_ID}`,
        close: () => server.close(),
      };
    },
  },
  ironbeam: {
    lists: (contract) => formatSymbol(contract) !== null,
    defaultPort: 4003,
    defaultAccount: '51233450',
    accountFormat: /^\d{5,10}$/,
    accountText: '5 to 10 digits, such as 51233450',
    isGateway: false,
    async serveBroker(gateway, contracts, port) {
      const server = await IronbeamServer.openServer({ gateway, contracts, trader: TRADER, port });
      return { port: server.port, connection: server.connectionText, close: () => server.close() };
    },
  },
} as const satisfies Readonly<Record<string, Double>>;

/** Throws UsageError for a broker that has none. */
export function getDouble(broker: string): Double {
  const found = Object.entries(DOUBLES).find(([name]) => name === broker)?.[1];
  if (!found)
    throw new UsageError(`--broker must be one of ${Object.keys(DOUBLES).join(' and ')}.`);
  return found;
}
