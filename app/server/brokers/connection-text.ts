// The text by which a user connects an account at a broker: one parser for each broker.
import { type Outcome, createRefusal, rejectWith, succeedWith } from '../../trading/domain/outcome';

interface IbkrConnection {
  readonly account: string;
  readonly host: string;
  readonly port: number;
  readonly clientId: number;
}

export interface IronbeamConnection {
  readonly account: string;
  readonly user: string;
  /** Secret: no log line and no page may have it. */
  readonly key: string;
  /** Start of all addresses, without a slash at the end. */
  readonly baseUrl: string;
}

type BrokerConnection =
  | { readonly broker: 'ibkr'; readonly connection: IbkrConnection }
  | { readonly broker: 'ironbeam'; readonly connection: IronbeamConnection };

const PORT_MAX = 65_535;
const isPort = (port: number): boolean => port >= 1 && port <= PORT_MAX;
const rejectText = (text: string): Outcome<never> => rejectWith(createRefusal('INVALID', text));

const IBKR_FORMAT =
  /^ibkr:([A-Z0-9]{5,12})@(127\.0\.0\.1|\[?::1\]?|localhost):(\d{1,5})\/(\d{1,4})$/;
/** Ports on which the gateway and its desktop program offer real accounts, and demo accounts. */
const REAL_PORTS: readonly number[] = [4001, 7496];
const DEMO_PORTS: readonly number[] = [4002, 7497];
/** Interactive Brokers names demo accounts DU, DF or DI, and real ones U, F or I, with a number. */
const DEMO_ACCOUNT = /^D[A-Z]\d/;
const REAL_ACCOUNT = /^[A-CE-Z]\d/;
const IBKR_FORMAT_TEXT =
  'brokerApiKey: must look like ibkr:ACCOUNT@127.0.0.1:PORT/CLIENT, for example ibkr:DU1234567@127.0.0.1:4002/7, with a gateway on this machine';
const IBKR_DEMO_PORT_TEXT =
  'brokerApiKey: an account that starts with D is a demo account: enter the port of its session, 4002, or 7497 of the desktop program';
const IBKR_REAL_PORT_TEXT =
  'brokerApiKey: this is a real account: enter the port of its session, 4001, or 7496 of the desktop program; to trade without money, connect a demo account';

export const isDemoAccount = (account: string): boolean => DEMO_ACCOUNT.test(account);

/** Rejects other machines than this one, and ports of the other kind of account, with what to enter instead. */
export function parseIbkrText(text: string): Outcome<IbkrConnection> {
  const [, account = '', host = '', portText = '', clientText = ''] = IBKR_FORMAT.exec(text) ?? [];
  const port = Number(portText);
  const isDemo = isDemoAccount(account);
  if ((!isDemo && !REAL_ACCOUNT.test(account)) || !isPort(port))
    return rejectText(IBKR_FORMAT_TEXT);
  if (isDemo && REAL_PORTS.includes(port)) return rejectText(IBKR_DEMO_PORT_TEXT);
  if (!isDemo && DEMO_PORTS.includes(port)) return rejectText(IBKR_REAL_PORT_TEXT);
  return succeedWith({
    account,
    host: host.replace(/[[\]]/g, ''),
    port,
    clientId: Number(clientText),
  });
}

/** The key may have colons and at signs: the host follows the last at sign. */
const IRONBEAM_FORMAT = /^ironbeam:([A-Za-z0-9_-]{1,10}):([^\s:]{1,100}):(\S{1,100})@([^\s@]+)$/;
const IRONBEAM_DEMO_HOST = 'demo.ironbeamapi.com';
const IRONBEAM_REAL_HOST = 'live.ironbeamapi.com';
const IRONBEAM_PATH = '/v2';
const IRONBEAM_FORMAT_TEXT =
  'brokerApiKey: must look like ironbeam:ACCOUNT:USER:KEY@demo.ironbeamapi.com, with the number of the account, the user name and the API key of the demo account';
const IRONBEAM_DEMO_TEXT =
  'brokerApiKey: only demo accounts can be connected so far: enter the host demo.ironbeamapi.com with the user and key of a demo account';

/** Rejects the host of real accounts, and all others but the double on this machine. */
export function parseIronbeamText(text: string): Outcome<IronbeamConnection> {
  const [, account = '', user = '', key = '', host = ''] = IRONBEAM_FORMAT.exec(text) ?? [];
  if (host.toLowerCase().replace(/:\d+$/, '') === IRONBEAM_REAL_HOST)
    return rejectText(IRONBEAM_DEMO_TEXT);
  const address = findIronbeamAddress(host);
  if (account === '' || address === null) return rejectText(IRONBEAM_FORMAT_TEXT);
  return succeedWith({ account, user, key, baseUrl: `${address}${IRONBEAM_PATH}` });
}

/** Null for a host that must not get the key. */
function findIronbeamAddress(host: string): string | null {
  if (host === IRONBEAM_DEMO_HOST) return `https://${host}`;
  const [, port = ''] = /^127\.0\.0\.1:(\d{1,5})$/.exec(host) ?? [];
  return isPort(Number(port)) ? `http://${host}` : null;
}

function nameBroker<B extends string, C>(
  broker: B,
  parsed: Outcome<C>,
): Outcome<{ broker: B; connection: C }> {
  return parsed.ok ? succeedWith({ broker, connection: parsed.value }) : parsed;
}

const PARSERS: Readonly<Record<string, (text: string) => Outcome<BrokerConnection>>> = {
  'ibkr:': (text) => nameBroker('ibkr', parseIbkrText(text)),
  'ironbeam:': (text) => nameBroker('ironbeam', parseIronbeamText(text)),
};

/** Null for a text of none of these brokers. */
export function parseConnectionText(text: string): Outcome<BrokerConnection> | null {
  const prefix = Object.keys(PARSERS).find((each) => text.startsWith(each));
  return prefix === undefined ? null : (PARSERS[prefix]?.(text) ?? null);
}
