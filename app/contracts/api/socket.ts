// Schemas of all messages on /ws, both directions.
import { z } from 'zod';

import { DeskFieldsSchema, PositionsSchema } from './book';
import {
  type Infer,
  createCountSchema,
  createListSchema,
  nameSchema,
  createSequenceSchema,
  createFractionSchema,
} from './shape';
import { WeatherIntelligenceSchema } from './signals';

/** The only client message. `userId` may be a string or a number. */
export const AuthenticateSchema = z.object({
  type: z.literal('authenticate'),
  userId: z.union([z.string().min(1).max(128), z.number()]),
});

const PortfolioUpdateSchema = z.strictObject({
  type: z.literal('PORTFOLIO_UPDATE'),
  asOfSeq: createSequenceSchema(),
  data: z.strictObject({
    currentBalance: z.number().describe('same as portfolio.accountBalance'),
    availableCash: z.number(),
    totalValue: z.number(),
    totalPnL: z.number(),
    unrealizedPnL: z.number(),
    activePnL: z.number(),
    positionsCount: createCountSchema(),
    profitablePositions: createCountSchema(),
    ...DeskFieldsSchema.shape,
  }),
});
export type PortfolioUpdate = Infer<typeof PortfolioUpdateSchema>;
const PositionUpdateSchema = z.strictObject({
  type: z.literal('POSITION_UPDATE'),
  asOfSeq: createSequenceSchema(),
  data: PositionsSchema,
});
export type PositionUpdate = Infer<typeof PositionUpdateSchema>;
const LatencyMetricsSchema = z.strictObject({
  type: z.literal('LATENCY_METRICS'),
  data: z.strictObject({
    averageLatency: z.number().nullable().describe('mean round trip, milliseconds'),
    jitter: z
      .number()
      .nullable()
      .describe('mean difference of successive round trips, milliseconds'),
    packetLoss: createFractionSchema().nullable().describe('fraction of pings without a reply'),
  }),
});
export type LatencyMetrics = Infer<typeof LatencyMetricsSchema>;
/** Null before the first round trip. */
export type LatencyData = LatencyMetrics['data'];
const createDollarsSchema = () => z.number().nullable();
const RealTimeVarSchema = z.strictObject({
  type: z.literal('REAL_TIME_VAR'),
  asOfSeq: createSequenceSchema(),
  data: z.strictObject({
    portfolioVaR95: createDollarsSchema().describe('1-day VaR 95%, dollars'),
    portfolioVaR99: createDollarsSchema(),
    individualVaR: z
      .strictObject({
        electricity: createDollarsSchema(),
        naturalGas: createDollarsSchema(),
        agricultural: createDollarsSchema(),
        oil: createDollarsSchema(),
      })
      .describe('standalone 1-day VaR 95% by group'),
    stressTestResults: z
      .strictObject({
        hurricaneScenario: createDollarsSchema(),
        polarVortexScenario: createDollarsSchema(),
        droughtScenario: createDollarsSchema(),
      })
      .describe('median P&L of the shock starting today; a loss is negative'),
    weatherSensitivities: createListSchema(
      z.strictObject({
        positionId: z.string(),
        oneDegree: createDollarsSchema(),
        oneInchOfRain: createDollarsSchema(),
        tenPercentOfWind: createDollarsSchema(),
      }),
    ).describe(
      'P&L of each position if the next 14 days are that much warmer, wetter or windier; null without exposure',
    ),
    reason: z.string().nullable().describe('why values are null; null when all are present'),
  }),
});
export type RealTimeVar = Infer<typeof RealTimeVarSchema>;

/** Every server message, in the order of a typical connection. */
export const SOCKET_MESSAGES: readonly (readonly [
  name: string,
  summary: string,
  shape: z.ZodType,
])[] = [
  [
    'auth_required',
    'No session, or not authenticated yet: sign in, open the socket with the cookie, send `authenticate`.',
    z.strictObject({ type: z.literal('auth_required'), message: z.string() }),
  ],
  [
    'auth_error',
    'The `userId` is missing or differs from the session. No data is sent before it matches.',
    z.strictObject({ type: z.literal('auth_error'), message: z.string() }),
  ],
  [
    'authenticated',
    'Authenticated. The five messages below follow.',
    z.strictObject({
      type: z.literal('authenticated'),
      userId: z.string(),
      version: z
        .string()
        .describe('of the server; another one than that of `/version` before means an upgrade'),
    }),
  ],
  [
    'error',
    'Unknown message type.',
    z.strictObject({ type: z.literal('error'), message: z.string() }),
  ],
  [
    'PORTFOLIO_UPDATE',
    'Live figures of the selected account, without its positions.',
    PortfolioUpdateSchema,
  ],
  [
    'POSITION_UPDATE',
    'The positions, always sent with the `PORTFOLIO_UPDATE` of the same `asOfSeq`.',
    PositionUpdateSchema,
  ],
  ['REAL_TIME_VAR', 'VaR, and losses under three weather shocks.', RealTimeVarSchema],
  ['WEATHER_INTELLIGENCE', 'Weather readings of the networks.', WeatherIntelligenceSchema],
  ['LATENCY_METRICS', "Round-trip times of the user's own sockets.", LatencyMetricsSchema],
];

export const SocketMessageSchema = nameSchema(
  'SocketMessage',
  'Any of the messages.',
  z.union(SOCKET_MESSAGES.map(([, , shape]) => shape)),
);
