// The live accounts of all users that stored a connection to a broker.
import { startTimer } from '../feeds/pump.server';
import type { RemoteBroker } from '../../trading/ports';
import { ConnectedQuotes } from './connected-quotes';
import { LiveAccount, type LiveAccountPorts } from './live-account.server';

/** The brokers that users have connected. */
export interface BrokerSource {
  /** Users with a connection, usable or not. */
  readonly listUsers: () => readonly string[];
  /** A broker without a session yet; null for none that is usable. */
  readonly openBroker: (userId: string) => RemoteBroker | null;
}

interface LiveAccountsOptions extends Omit<LiveAccountPorts, 'setTimer'> {
  readonly brokers: BrokerSource;
}

export class LiveAccounts {
  private readonly accounts = new Map<string, LiveAccount>();

  /** Quotes of the connected brokers, for the market that all users share. */
  readonly quotes: ConnectedQuotes;

  constructor(private readonly options: LiveAccountsOptions) {
    this.quotes = new ConnectedQuotes(options.nowMs);
  }

  /** Connects all accounts; they stay connected until `stop`. */
  start(): void {
    for (const userId of this.options.brokers.listUsers()) this.renewAccount(userId);
  }

  /** Connects an account again after its stored connection changed, or disconnects it. */
  renewAccount(userId: string): void {
    this.quotes.removeSource(userId);
    this.accounts.get(userId)?.close();
    this.accounts.delete(userId);
    const broker = this.options.brokers.openBroker(userId);
    if (!broker) return;
    const account = new LiveAccount(userId, broker, { ...this.options, setTimer: startTimer });
    this.accounts.set(userId, account);
    if (broker.quotes) this.quotes.addSource(userId, broker.quotes);
    account.open();
  }

  findBroker(userId: string): RemoteBroker | null {
    return this.accounts.get(userId)?.broker ?? null;
  }

  /** False while the account is not connected. */
  async compareNow(userId: string): Promise<boolean> {
    return (await this.accounts.get(userId)?.compareNow()) ?? false;
  }

  stop(): void {
    this.quotes.endQuotes();
    for (const account of this.accounts.values()) account.close();
    this.accounts.clear();
  }
}
