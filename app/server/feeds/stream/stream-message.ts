// Messages of a feed to the terminals that read its stream.
import { z } from 'zod';
import { COMMODITY_KEYS } from '../../../trading/domain/commodity';
import type { Ticks } from '../../../trading/domain/units';
import type { EngineEvent } from '../../../trading/engine/event';

/** Raised when an older program would read a message wrongly. */
export const STREAM_FORMAT = 1;

/** Events that a feed publishes. Each terminal warms up its strategies on its own. */
export type StreamEvent = Extract<
  EngineEvent,
  { readonly type: 'MarketListed' | 'Market' | 'Weather' | 'Inputs' }
>;

// The feed guard checks prices and times, and drops invalid ones.
const TICKS = z.number().transform((value) => value as Ticks);
const EPOCH_MS = z.number();
const DECIMAL = z.object({ digits: z.int(), decimals: z.int() });

const QUOTE = z.object({
  bidTicks: TICKS,
  askTicks: TICKS,
  lastTicks: TICKS,
  atMs: EPOCH_MS,
  lock: z.enum(['UP', 'DOWN', 'BOTH']).exactOptional(),
});

const BAR = z.object({
  openTicks: TICKS,
  highTicks: TICKS,
  lowTicks: TICKS,
  closeTicks: TICKS,
  startsMs: EPOCH_MS,
  endsMs: EPOCH_MS,
});

const INSTRUMENT = z.object({
  id: z.string(),
  commodity: z.enum(COMMODITY_KEYS),
  tick: DECIMAL,
  lot: DECIMAL,
  tickMills: z.number(),
  tickMillsDivisor: z.number(),
  priceMayBeNegative: z.boolean(),
  scaleFloorTicks: z.number(),
  contract: z
    .object({
      chain: z.string(),
      code: z.string(),
      delivery: z.string(),
      rollMs: EPOCH_MS,
      expiresMs: EPOCH_MS,
    })
    .exactOptional(),
});

const PRICED = { market: z.string(), instrumentId: z.string(), quote: QUOTE };

const LISTING = z.object({
  type: z.literal('MarketListed'),
  market: z.string(),
  instruments: z.array(INSTRUMENT),
  staleAfterMs: z.number().positive(),
  priceSource: z.string().exactOptional(),
  hasLiveQuotes: z.literal(true).exactOptional(),
  hasUnprovenInputs: z.literal(true).exactOptional(),
  atMs: EPOCH_MS,
  warmUpBars: z.array(z.enum(['15m', '1h', '1d'])).exactOptional(),
  reloadedContracts: z.array(z.string()).exactOptional(),
});

const EVENT = z.discriminatedUnion('type', [
  LISTING,
  z.object({
    type: z.literal('Market'),
    event: z.discriminatedUnion('type', [
      z.object({ type: z.literal('QuoteArrived'), ...PRICED }),
      z.object({ type: z.literal('BarOpened'), ...PRICED }),
      z.object({
        type: z.literal('BarClosed'),
        ...PRICED,
        bar: BAR,
        isQuoted: z.literal(true).exactOptional(),
      }),
    ]),
    atMs: EPOCH_MS,
    isBackfill: z.boolean(),
  }),
  z.object({
    type: z.literal('Weather'),
    reading: z.object({
      type: z.literal('WeatherObserved'),
      market: z.string(),
      series: z.string(),
      value: z.number(),
      validMs: EPOCH_MS,
      publishedMs: EPOCH_MS,
    }),
    atMs: EPOCH_MS,
  }),
  z.object({
    type: z.literal('Inputs'),
    market: z.string(),
    // JSON has no NaN, which stands for a value that is no longer available.
    values: z.record(
      z.string(),
      z
        .number()
        .nullable()
        .transform((value) => value ?? NaN),
    ),
    atMs: EPOCH_MS,
  }),
]);

const RUN = z.object({
  format: z.int(),
  /** Version of the code of the feed. */
  version: z.string(),
  market: z.string(),
  time: z.enum(['wall clock', 'events']),
  /** Digest of the seed of a simulated market; null for other markets. */
  seedDigest: z.string().nullable(),
  /** Bar length in ms by commodity; null where bars of all lengths exist. */
  barMs: z.record(z.enum(COMMODITY_KEYS), z.number().positive()).nullable(),
});

/** What a feed publishes, from its start to its end. */
export type StreamRun = z.infer<typeof RUN>;

const MESSAGE = z.discriminatedUnion('kind', [
  /** The first message of each run. */
  z.object({ kind: z.literal('run'), run: RUN }),
  z.object({ kind: z.literal('event'), event: EVENT }),
  z.object({
    kind: z.literal('phase'),
    phase: z.enum(['catching up', 'running', 'ended', 'stopped', 'failed']),
    fault: z.string().nullable(),
  }),
]);

export type StreamMessage =
  | { readonly kind: 'run'; readonly run: StreamRun }
  | { readonly kind: 'event'; readonly event: StreamEvent }
  | Extract<z.infer<typeof MESSAGE>, { kind: 'phase' }>;

export const formatMessage = (message: StreamMessage): string => JSON.stringify(message);

/** Null for a text that is no message of this format. */
export function parseMessage(text: string): StreamMessage | null {
  const parsed = MESSAGE.safeParse(parseJson(text));
  return parsed.success ? parsed.data : null;
}

export function parseRun(text: string): StreamRun | null {
  const parsed = RUN.safeParse(parseJson(text));
  return parsed.success ? parsed.data : null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** True for what a terminal needs that starts after it was published: all but superseded prices. */
export const isPartOfPast = (message: StreamMessage): boolean =>
  message.kind === 'run' ||
  (message.kind === 'event' &&
    (message.event.type !== 'Market' || message.event.event.type === 'BarClosed'));
