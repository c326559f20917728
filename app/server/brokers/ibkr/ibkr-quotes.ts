// Quotes of one gateway: requests a line for each contract and builds quotes from its figures.
import type { SetTimer } from '../../feeds/pump.server';
import type {
  BrokerQuoteListener,
  BrokerQuoteSource,
  QuoteProblem,
} from '../../../trading/domain/broker-quotes';
import { type Instrument, getCode } from '../../../trading/domain/instrument';
import { MINUTE_MS, SECOND_MS } from '../../../trading/domain/time';
import type { EpochMs } from '../../../trading/domain/units';
import {
  EMPTY_LINE,
  LINES_MAX,
  type LineFigure,
  type QuoteLine,
  applyFigure,
  buildLineQuote,
} from '../../../trading/market/sources/ibkr/quote-line';
import { findVenueContract } from './contract-terms';
import type { GatewayFault, VenueContract } from './gateway-rows';
import { FIRST_LINE_ID, LINES_USED_UP, NO_SUCH_LINE, explainLineFault } from './quote-ticks';

/** What is needed of a connection. */
interface LineConnection {
  requestQuotes(lineId: number, contract: VenueContract): void;
  endQuotes(lineId: number): void;
}

interface QuotePorts {
  /** How the terms of a contract differ from ours, or null. Rejects without a connection. */
  readonly explainTerms: (instrument: Instrument) => Promise<string | null>;
  readonly nowMs: () => EpochMs;
  readonly setTimer: SetTimer;
}

interface OpenLine {
  readonly instrument: Instrument;
  line: QuoteLine;
  /** When a quote may be reported again. */
  nextReportMs: EpochMs;
  /** Null while no report is planned. */
  cancelReport: (() => void) | null;
}

/** Between two requests, so that orders find room: the gateway takes 50 messages in a second. */
const REQUEST_GAP_MS = 100;
/** The figures of one trade arrive together. */
const SETTLE_MS = 250;
/** A contract has at most one quote in this time, as in the simulated market. */
const REPORT_EVERY_MS = 5 * SECOND_MS;
const RETRY_MS = 10 * MINUTE_MS;

export class IbkrQuotes implements BrokerQuoteSource {
  private connection: LineConnection | null = null;
  private fault: string = 'the connection is being opened';
  private wanted: readonly Instrument[] = [];
  private listener: BrokerQuoteListener | null = null;
  private readonly watchers = new Set<() => void>();
  /** By line id, and ids of lines that a lost connection to the servers left open. */
  private readonly lines = new Map<number, OpenLine>();
  private abandonedIds: number[] = [];
  private readonly problems = new Map<string, string>();
  private nextLineId = FIRST_LINE_ID;
  private areLinesUsedUp = false;
  /** Number of the list of requests; an earlier list goes on no further. */
  private round = 0;
  private cancelRetry: () => void = () => undefined;

  constructor(private readonly ports: QuotePorts) {}

  getConnectionFault(): string | null {
    return this.connection ? null : this.fault;
  }

  watchConnection(onChange: () => void): () => void {
    this.watchers.add(onChange);
    return () => this.watchers.delete(onChange);
  }

  /** Called when the gateway is ready, also after it was connected to its servers again. */
  startConnection(connection: LineConnection): void {
    for (const lineId of this.abandonedIds) connection.endQuotes(lineId);
    this.abandonedIds = [];
    this.connection = connection;
    for (const watcher of [...this.watchers]) watcher();
    this.requestMissing();
  }

  /** `isGatewayUp`: only its servers are lost, and its lines may still be open. */
  loseConnection(reason: string, isGatewayUp = false): void {
    this.fault = reason;
    this.abandonedIds = isGatewayUp ? [...this.lines.keys()] : [];
    this.closeLines();
    if (!this.connection) return;
    this.connection = null;
    for (const watcher of [...this.watchers]) watcher();
  }

  requestQuotes(instruments: readonly Instrument[], listener: BrokerQuoteListener): void {
    this.listener = listener;
    this.wanted = instruments.slice(0, LINES_MAX);
    const ids = new Set(this.wanted.map(({ id }) => id));
    for (const [lineId, { instrument }] of this.lines)
      if (!ids.has(instrument.id)) this.endLine(lineId);
    for (const id of this.problems.keys()) if (!ids.has(id)) this.problems.delete(id);
    this.requestMissing();
    this.planRetry();
  }

  retryProblems(): void {
    for (const [lineId, { instrument }] of this.lines)
      if (this.problems.has(instrument.id)) this.endLine(lineId);
    this.problems.clear();
    this.areLinesUsedUp = false;
    this.requestMissing();
  }

  endQuotes(): void {
    this.round += 1;
    this.cancelRetry();
    this.listener = null;
    this.wanted = [];
    for (const lineId of [...this.lines.keys()]) this.endLine(lineId);
    this.problems.clear();
    this.areLinesUsedUp = false;
  }

  receiveFigure(lineId: number, figure: LineFigure): void {
    const open = this.lines.get(lineId);
    if (!open) return;
    const nowMs = this.ports.nowMs();
    open.line = applyFigure(open.line, figure, nowMs);
    open.cancelReport ??= this.ports.setTimer(
      () => this.reportQuote(open),
      Math.max(SETTLE_MS, open.nextReportMs - nowMs),
    );
  }

  receiveFault(lineId: number, { code, text }: GatewayFault): void {
    const open = this.lines.get(lineId);
    if (!open || code === NO_SUCH_LINE) return;
    if (code === LINES_USED_UP) this.areLinesUsedUp = true;
    this.addProblem(open.instrument, explainLineFault(code, text));
  }

  private planRetry(): void {
    this.cancelRetry();
    this.cancelRetry = this.ports.setTimer(() => {
      if (this.problems.size > 0) this.retryProblems();
      this.planRetry();
    }, RETRY_MS);
  }

  private requestMissing(): void {
    this.round += 1;
    void this.requestLines(this.round);
  }

  /** One after another. Ends with another list, and with the connection. */
  private async requestLines(round: number): Promise<void> {
    for (const instrument of this.wanted) {
      if (this.hasLine(instrument) || this.problems.has(instrument.id)) continue;
      const contract = findVenueContract(instrument);
      const reason = contract
        ? await this.explainUnquoted(instrument)
        : 'the broker does not trade it';
      if (round !== this.round || !this.connection) return;
      if (reason !== null) this.addProblem(instrument, reason);
      else if (contract) {
        this.openLine(this.connection, instrument, contract);
        await this.waitForMs(REQUEST_GAP_MS);
        if (round !== this.round) return;
      }
    }
  }

  /** Why no line is requested, or null. */
  private async explainUnquoted(instrument: Instrument): Promise<string | null> {
    if (this.areLinesUsedUp) return explainLineFault(LINES_USED_UP, '');
    try {
      const difference = await this.ports.explainTerms(instrument);
      return difference === null ? null : `not quoted, because ${difference}`;
    } catch (error) {
      // With the connection the list of requests ends.
      return error instanceof Error ? error.message : String(error);
    }
  }

  private openLine(
    connection: LineConnection,
    instrument: Instrument,
    contract: VenueContract,
  ): void {
    const lineId = this.nextLineId;
    this.nextLineId += 1;
    this.lines.set(lineId, {
      instrument,
      line: EMPTY_LINE,
      nextReportMs: -Infinity,
      cancelReport: null,
    });
    connection.requestQuotes(lineId, contract);
  }

  private hasLine({ id }: Instrument): boolean {
    return [...this.lines.values()].some(({ instrument }) => instrument.id === id);
  }

  private endLine(lineId: number): void {
    this.lines.get(lineId)?.cancelReport?.();
    this.lines.delete(lineId);
    this.connection?.endQuotes(lineId);
  }

  private closeLines(): void {
    this.round += 1;
    for (const { cancelReport } of this.lines.values()) cancelReport?.();
    this.lines.clear();
    this.problems.clear();
    this.areLinesUsedUp = false;
  }

  private reportQuote(open: OpenLine): void {
    open.cancelReport = null;
    const { instrument, line } = open;
    const built = buildLineQuote(instrument, line);
    if (built === null) return;
    if (typeof built === 'string') return this.addProblem(instrument, built);
    open.nextReportMs = this.ports.nowMs() + REPORT_EVERY_MS;
    this.problems.delete(instrument.id);
    this.listener?.onQuote({ instrumentId: instrument.id, ...built });
  }

  private addProblem(instrument: Instrument, reason: string): void {
    this.problems.set(instrument.id, reason);
    const problem: QuoteProblem = {
      instrumentId: instrument.id,
      reason: `${getCode(instrument)}: ${reason}`,
    };
    this.listener?.onProblem(problem);
  }

  private waitForMs(ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.ports.setTimer(resolve, ms);
    });
  }
}
