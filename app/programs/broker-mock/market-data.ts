/** Market data of the double: quotes that are played to the clients that requested them. */
import { buildError } from './answers';
import { DATA_ERRORS } from './error-codes';
import type { Field } from './frames';
import type { Gateway } from './gateway';
import type { GatewayContract, GatewayQuote } from './gateway-types';
import type { RequestedContract } from './requests';

/** A quote with the time of its trade at the venue; null where none is stated. */
interface PlayedQuote extends GatewayQuote {
  readonly tradedMs: number | null;
}

interface DataError {
  readonly code: number;
  readonly text: string;
}

/** Types of market data, as the protocol numbers them: live, frozen, delayed, delayed frozen. */
type DataType = 1 | 2 | 3 | 4;
const LIVE = 1;
const FROZEN = 2;
const DELAYED = 3;

interface MarketDataOptions {
  /** What the account is subscribed to: 1 for live quotes; 3 by default. */
  readonly dataType?: DataType;
  /** Lines that the account has, over all clients. Defaults to 100. */
  readonly linesMax?: number;
}

const LINES_MAX = 100;
const SECOND_MS = 1000;
const MESSAGE = { price: 1, text: 46, dataType: 58 } as const;
const VERSION = 1;
const PRICE_VERSION = 6;
/** Numbers of the figures: bid, ask, last and time of the last trade. */
const LIVE_TICKS = { bid: 1, ask: 2, last: 4, time: 45 } as const;
const DELAYED_TICKS = { bid: 66, ask: 67, last: 68, time: 88 } as const;
const SIZE = 1;
/** No attribute of a price is set. */
const NO_ATTRIBUTES = 0;

export class MarketData {
  dataType: DataType;
  /** Errors instead of quotes, by symbol of the contract. A note is sent, and the quotes too. */
  readonly errors = new Map<string, DataError>();
  private readonly quotes = new Map<number, PlayedQuote>();
  private readonly clients = new Set<MarketDataClient>();
  private readonly linesMax: number;

  constructor({ dataType = DELAYED, linesMax = LINES_MAX }: MarketDataOptions = {}) {
    this.dataType = dataType;
    this.linesMax = linesMax;
  }

  addClient(client: MarketDataClient): void {
    this.clients.add(client);
  }

  removeClient(client: MarketDataClient): void {
    this.clients.delete(client);
  }

  /** Sends a quote to all lines of its contract. */
  playQuote(contract: GatewayContract, quote: PlayedQuote): void {
    this.quotes.set(contract.contractId, quote);
    for (const client of this.clients) client.sendQuote(contract, quote);
  }

  findQuote({ contractId }: GatewayContract): PlayedQuote | null {
    return this.quotes.get(contractId) ?? null;
  }

  /** Symbols with their months, one for each line of each client. */
  listLines(): readonly string[] {
    return [...this.clients].flatMap((client) => client.listLines());
  }

  hasFreeLine(): boolean {
    return this.listLines().length < this.linesMax;
  }

  /** The connection of the gateway to its servers was lost, and all requests with it. */
  forgetLines(): void {
    for (const client of this.clients) client.forgetLines();
  }
}

interface ClientOptions {
  readonly data: MarketData;
  readonly gateway: Pick<Gateway, 'findContract'>;
  readonly send: (fields: readonly Field[]) => void;
}

/** The lines of one client. */
export class MarketDataClient {
  private requestedType: number = LIVE;
  private readonly lines = new Map<number, GatewayContract>();

  constructor(private readonly options: ClientOptions) {
    options.data.addClient(this);
  }

  endClient(): void {
    this.options.data.removeClient(this);
  }

  setDataType(type: number): void {
    this.requestedType = type;
  }

  openLine(lineId: number, requested: RequestedContract): void {
    const { data, gateway } = this.options;
    const contract = gateway.findContract(requested);
    const error = contract ? data.errors.get(contract.symbol) : DATA_ERRORS.noContract;
    if (!contract || (error && !isNote(error))) return this.sendError(lineId, error);
    if (!data.hasFreeLine()) return this.sendError(lineId, DATA_ERRORS.linesUsedUp);
    if (data.dataType >= DELAYED && this.requestedType < DELAYED)
      return this.sendError(lineId, DATA_ERRORS.notSubscribed);
    this.sendError(lineId, error);
    this.lines.set(lineId, contract);
    this.options.send([MESSAGE.dataType, VERSION, lineId, data.dataType]);
    const quote = data.findQuote(contract);
    if (quote) this.sendFigures(lineId, quote);
  }

  closeLine(lineId: number): void {
    if (!this.lines.delete(lineId)) this.sendError(lineId, DATA_ERRORS.noLine);
  }

  forgetLines(): void {
    this.lines.clear();
  }

  sendQuote({ contractId }: GatewayContract, quote: PlayedQuote): void {
    for (const [lineId, contract] of this.lines)
      if (contract.contractId === contractId) this.sendFigures(lineId, quote);
  }

  listLines(): readonly string[] {
    return [...this.lines.values()].map(({ localSymbol }) => localSymbol);
  }

  private sendFigures(lineId: number, { bid, ask, last, tradedMs }: PlayedQuote): void {
    const { data, send } = this.options;
    const ticks = data.dataType <= FROZEN ? LIVE_TICKS : DELAYED_TICKS;
    const sendPrice = (tick: number, price: number): void =>
      send([MESSAGE.price, PRICE_VERSION, lineId, tick, price, SIZE, NO_ATTRIBUTES]);
    if (tradedMs !== null)
      send([MESSAGE.text, VERSION, lineId, ticks.time, Math.floor(tradedMs / SECOND_MS)]);
    sendPrice(ticks.last, last);
    sendPrice(ticks.bid, bid);
    sendPrice(ticks.ask, ask);
  }

  private sendError(lineId: number, error: DataError | undefined): void {
    if (error) this.options.send(buildError(lineId, error.code, error.text));
  }
}

/** Quotes follow a note. */
const isNote = ({ code }: DataError): boolean =>
  code === DATA_ERRORS.delayed.code || code === DATA_ERRORS.partly.code;
