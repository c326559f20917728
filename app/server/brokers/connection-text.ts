// The text by which a user connects an account: `ibkr:ACCOUNT@HOST:PORT/CLIENT`.
import { type Outcome, createRefusal, rejectWith, succeedWith } from '../../trading/domain/outcome';

interface IbkrConnection {
  readonly account: string;
  readonly host: string;
  readonly port: number;
  readonly clientId: number;
}

const PREFIX = 'ibkr:';
const FORMAT = /^ibkr:([A-Z0-9]{5,12})@(127\.0\.0\.1|\[?::1\]?|localhost):(\d{1,5})\/(\d{1,4})$/;
/** Ports on which the gateway and its desktop program offer real accounts. */
const REAL_PORTS: readonly number[] = [4001, 7496];
const PORT_MAX = 65_535;
const DEMO_ACCOUNT = /^DU\d/;

export const isIbkrText = (text: string): boolean => text.startsWith(PREFIX);

const FORMAT_TEXT =
  'brokerApiKey: must look like ibkr:ACCOUNT@127.0.0.1:PORT/CLIENT, for example ibkr:DU1234567@127.0.0.1:4002/7, with a gateway on this machine';
const DEMO_TEXT =
  'brokerApiKey: only demo accounts can be connected so far: an account that starts with DU, and the port of a demo session (4002, or 7497 of the desktop program)';

/** Rejects other machines than this one, real accounts and their ports, with what to enter instead. */
export function parseIbkrText(text: string): Outcome<IbkrConnection> {
  const [, account = '', host = '', portText = '', clientText = ''] = FORMAT.exec(text) ?? [];
  const port = Number(portText);
  if (account === '' || port < 1 || port > PORT_MAX)
    return rejectWith(createRefusal('INVALID', FORMAT_TEXT));
  if (!DEMO_ACCOUNT.test(account) || REAL_PORTS.includes(port))
    return rejectWith(createRefusal('INVALID', DEMO_TEXT));
  return succeedWith({
    account,
    host: host.replace(/[[\]]/g, ''),
    port,
    clientId: Number(clientText),
  });
}
