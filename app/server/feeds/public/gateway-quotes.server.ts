// Quotes of the gateways of users as a price source of the public market, and its state.
import type { SetTimer } from '../pump.server';
import type {
  BrokerQuote,
  BrokerQuoteListener,
  QuoteOrigin,
  SharedQuotes,
} from '../../../trading/domain/broker-quotes';
import { getContract } from '../../../trading/domain/contract';
import type { Instrument } from '../../../trading/domain/instrument';
import type { Quote } from '../../../trading/domain/quote';
import { MINUTE_MS } from '../../../trading/domain/time';
import type { EpochMs } from '../../../trading/domain/units';
import { findMonthInstrument } from '../../../trading/market/contract-month';
import type { AcceptedQuote } from '../../../trading/market/feed-guard';
import { getSession } from '../../../trading/market/sessions';
import { DELAYED_ORIGIN } from '../../../trading/market/sources/ibkr/quote-line';
import { ibkrSource } from '../../../trading/market/sources/ibkr/source';
import type { OriginQuotes } from '../../../trading/market/sources/preferred-quotes';
import type {
  AcceptedTerms,
  PublicationStore,
  SourceProblem,
} from '../../../trading/market/sources/publication-store';
import {
  type SourceStatus,
  computeSourceState,
} from '../../../trading/market/sources/source-status';

interface GatewayQuotesOptions {
  readonly shared: SharedQuotes;
  readonly store: Pick<PublicationStore, 'findTerms' | 'saveTerms'>;
  /** Contracts to quote, most wanted first. */
  readonly listContracts: (nowMs: EpochMs) => readonly Instrument[];
  /** Last quotes of the previous run: they count until the first new ones. */
  readonly storedQuotes: ReadonlyMap<string, AcceptedQuote>;
  readonly onQuote: (instrumentId: string) => void;
  readonly nowMs: () => EpochMs;
  readonly setTimer: SetTimer;
}

/** Contracts expire and are listed: the requests are compared with the wanted contracts. */
const COMPARE_EVERY_MS = MINUTE_MS;

export class GatewayQuotes implements OriginQuotes {
  private readonly quotes = new Map<string, Pick<BrokerQuote, 'quote' | 'origin'>>();
  private requestedIds = '';
  private isRequested = false;
  private answeredMs: EpochMs | null = null;
  private publishedMs: EpochMs | null = null;
  private values = 0;
  private refused = 0;
  private problem: SourceProblem | null = null;
  private cancelTimer: () => void = () => undefined;

  constructor(private readonly options: GatewayQuotesOptions) {
    if (this.findTerms() === null) return;
    for (const [id, { quote }] of options.storedQuotes)
      if (findMonthInstrument(id)) this.quotes.set(id, { quote, origin: DELAYED_ORIGIN });
  }

  /** Requests quotes while the terms are accepted. */
  startRequests(): void {
    this.cancelTimer();
    if (this.findTerms() === null) return this.endRequests();
    this.requestChanged();
    this.cancelTimer = this.options.setTimer(() => this.startRequests(), COMPARE_EVERY_MS);
  }

  listQuoted(): readonly string[] {
    return [...this.quotes.keys()];
  }

  findQuote(instrumentId: string): Quote | null {
    return this.quotes.get(instrumentId)?.quote ?? null;
  }

  findOrigin(instrumentId: string): QuoteOrigin | null {
    return this.quotes.get(instrumentId)?.origin ?? null;
  }

  tryNow(): void {
    this.options.shared.retryProblems();
  }

  saveTerms(terms: AcceptedTerms | null): void {
    this.options.store.saveTerms(ibkrSource.id, terms);
    this.startRequests();
  }

  getStatus(): SourceStatus {
    const nowMs = this.options.nowMs();
    const terms = this.findTerms();
    const { fault, lines, sinceMs, problems } = this.options.shared.getStatus();
    const { answeredMs, publishedMs, values, refused } = this;
    const totals = { answeredMs, publishedMs, values, refused };
    const lost = fault === null ? null : buildProblem(sinceMs, 'failed', 'connection', fault);
    const facts = { source: ibkrSource, terms, totals, hasKey: false, isBreakerOpen: false };
    const isRequestDue = fault !== null || this.isAnyVenueOpen(nowMs);
    return {
      source: ibkrSource,
      terms,
      totals,
      key: null,
      // One contract without quotes is a problem, and the others are current.
      state: computeSourceState({ ...facts, problem: lost, isRequestDue }, nowMs),
      problem: terms === null ? null : (lost ?? (problems.length > 0 ? this.problem : null)),
      next: { atMs: nowMs, reason: fault === null ? 'stream' : 'no connection' },
      requests: this.isRequested ? lines : 0,
    };
  }

  /** Delayed quotes of a session arrive until some minutes after its end. */
  private isAnyVenueOpen(nowMs: EpochMs): boolean {
    return this.options
      .listContracts(nowMs)
      .some(
        ({ commodity }) =>
          getSession(getContract(commodity), nowMs - ibkrSource.staleAfterMs).isOpen,
      );
  }

  private findTerms(): AcceptedTerms | null {
    return this.options.store.findTerms(ibkrSource.id);
  }

  private requestChanged(): void {
    const contracts = this.options.listContracts(this.options.nowMs());
    const ids = contracts.map(({ id }) => id).join(' ');
    if (this.isRequested && ids === this.requestedIds) return;
    this.requestedIds = ids;
    this.isRequested = true;
    const listener: BrokerQuoteListener = {
      onQuote: (quote) => this.receiveQuote(quote),
      onProblem: ({ instrumentId, reason }) => {
        this.refused += 1;
        this.problem = buildProblem(this.options.nowMs(), 'refused', instrumentId, reason);
      },
    };
    this.options.shared.requestQuotes(contracts, listener);
  }

  endRequests(): void {
    this.cancelTimer();
    if (this.isRequested) this.options.shared.endQuotes();
    this.isRequested = false;
    this.quotes.clear();
  }

  private receiveQuote({ instrumentId, quote, origin }: BrokerQuote): void {
    this.quotes.set(instrumentId, { quote, origin });
    this.answeredMs = this.options.nowMs();
    this.publishedMs = Math.max(this.publishedMs ?? -Infinity, quote.atMs);
    this.values += 1;
    this.options.onQuote(instrumentId);
  }
}

const buildProblem = (
  atMs: EpochMs,
  outcome: SourceProblem['outcome'],
  requestId: string,
  reason: string,
): SourceProblem => ({ atMs, outcome, requestId, reason });
