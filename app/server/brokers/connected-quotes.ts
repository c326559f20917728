// Quotes of one connected broker at a time: another takes over when it is lost or quotes nothing.
import type {
  BrokerQuoteListener,
  BrokerQuoteSource,
  SharedQuotes,
  SharedQuotesStatus,
} from '../../trading/domain/broker-quotes';
import type { Instrument } from '../../trading/domain/instrument';
import type { EpochMs } from '../../trading/domain/units';

interface ConnectedSource {
  readonly source: BrokerQuoteSource;
  readonly unwatch: () => void;
}

const NONE_STORED = 'no gateway is connected: enter one in the settings';

export class ConnectedQuotes implements SharedQuotes {
  /** By user, in the order in which they were connected. */
  private readonly sources = new Map<string, ConnectedSource>();
  private activeUser: string | null = null;
  /** Users whose connection quotes none of the contracts. */
  private readonly unusable = new Set<string>();
  private wanted: readonly Instrument[] = [];
  private listener: BrokerQuoteListener | null = null;
  /** Of the active source, by contract. */
  private readonly problems = new Map<string, string>();
  private readonly quoted = new Set<string>();
  private lostMs: EpochMs;

  constructor(private readonly nowMs: () => EpochMs) {
    this.lostMs = nowMs();
  }

  addSource(userId: string, source: BrokerQuoteSource): void {
    const unwatch = source.watchConnection(() => this.followConnection(userId));
    this.sources.set(userId, { source, unwatch });
    this.chooseSource();
  }

  removeSource(userId: string): void {
    const found = this.sources.get(userId);
    if (!found) return;
    found.unwatch();
    this.sources.delete(userId);
    this.unusable.delete(userId);
    if (this.activeUser === userId) this.endActive(found.source);
    this.chooseSource();
  }

  requestQuotes(instruments: readonly Instrument[], listener: BrokerQuoteListener): void {
    this.wanted = instruments;
    this.listener = listener;
    const wantedIds = new Set(instruments.map(({ id }) => id));
    for (const ids of [this.problems, this.quoted])
      for (const id of ids.keys()) if (!wantedIds.has(id)) ids.delete(id);
    const active = this.findActive();
    if (active) this.requestFrom(active);
    else this.chooseSource();
  }

  retryProblems(): void {
    this.unusable.clear();
    this.problems.clear();
    this.findActive()?.retryProblems();
    this.chooseSource();
  }

  endQuotes(): void {
    this.listener = null;
    this.wanted = [];
    const active = this.findActive();
    if (active) this.endActive(active);
  }

  getStatus(): SharedQuotesStatus {
    const problems = [...this.problems].map(([instrumentId, reason]) => ({ instrumentId, reason }));
    const fault = this.activeUser === null ? this.explainNone() : null;
    const lines = fault === null ? this.wanted.length - problems.length : 0;
    return { fault, sinceMs: this.lostMs, problems, lines };
  }

  private explainNone(): string {
    const [first] = this.sources.values();
    return first
      ? `no gateway is connected: ${first.source.getConnectionFault() ?? ''}`
      : NONE_STORED;
  }

  private findActive(): BrokerQuoteSource | null {
    return this.activeUser === null ? null : (this.sources.get(this.activeUser)?.source ?? null);
  }

  private followConnection(userId: string): void {
    const source = this.sources.get(userId)?.source;
    if (source && source.getConnectionFault() !== null) {
      this.unusable.delete(userId);
      if (this.activeUser === userId) this.endActive(source);
    }
    this.chooseSource();
  }

  /** The first one that is connected, unless one gives quotes already. */
  private chooseSource(): void {
    if (!this.listener) return;
    const isActiveUsable = this.activeUser !== null && !this.unusable.has(this.activeUser);
    if (isActiveUsable) return;
    const connected = [...this.sources].filter(
      ([, { source }]) => source.getConnectionFault() === null,
    );
    const usable = connected.find(([userId]) => !this.unusable.has(userId));
    const chosen = usable ?? (this.activeUser === null ? connected[0] : undefined);
    if (!chosen) return;
    const former = this.findActive();
    if (former) this.endActive(former);
    this.activeUser = chosen[0];
    this.requestFrom(chosen[1].source);
  }

  private endActive(source: BrokerQuoteSource): void {
    this.activeUser = null;
    this.lostMs = this.nowMs();
    this.problems.clear();
    this.quoted.clear();
    source.endQuotes();
  }

  private requestFrom(source: BrokerQuoteSource): void {
    const userId = this.activeUser;
    const isActive = (): boolean => userId !== null && this.activeUser === userId;
    source.requestQuotes(this.wanted, {
      onQuote: (quote) => {
        if (!isActive()) return;
        this.problems.delete(quote.instrumentId);
        this.quoted.add(quote.instrumentId);
        this.listener?.onQuote(quote);
      },
      onProblem: (problem) => {
        if (!isActive()) return;
        this.problems.set(problem.instrumentId, problem.reason);
        this.quoted.delete(problem.instrumentId);
        this.listener?.onProblem(problem);
        this.leaveUnusable();
      },
    });
  }

  /** A connection that quotes none of the contracts leaves them to another one. */
  private leaveUnusable(): void {
    if (this.activeUser === null || this.quoted.size > 0) return;
    if (this.problems.size < this.wanted.length) return;
    this.unusable.add(this.activeUser);
    this.chooseSource();
  }
}
