// What goes over /ws, both ways.
import { z } from 'zod';

import { DeskFieldsSchema, PositionsSchema } from './book';
import {
  type Infer,
  createCountSchema,
  createListSchema,
  nameSchema,
  createSequenceSchema,
  createShareSchema,
} from './shape';
import { WeatherIntelligenceSchema } from './signals';

/** The only message that a client sends. A user id is the same as text and as number. */
export const AuthenticateSchema = z.object({
  type: z.literal('authenticate'),
  userId: z.union([z.string().min(1).max(128), z.number()]),
});

const PortfolioUpdateSchema = z.strictObject({
  type: z.literal('PORTFOLIO_UPDATE'),
  asOfSeq: createSequenceSchema(),
  data: z.strictObject({
    currentBalance: z.number().describe('accountBalance of the portfolio'),
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
    averageLatency: z.number().nullable().describe('milliseconds of a round trip'),
    jitter: z.number().nullable().describe('mean difference of successive round trips'),
    packetLoss: createShareSchema().nullable().describe('pings that stayed unanswered'),
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
    portfolioVaR95: createDollarsSchema().describe(
      'dollars that are not expected to be lost in a day, at 95 %',
    ),
    portfolioVaR99: createDollarsSchema(),
    individualVaR: z
      .strictObject({
        electricity: createDollarsSchema(),
        naturalGas: createDollarsSchema(),
        agricultural: createDollarsSchema(),
        oil: createDollarsSchema(),
      })
      .describe('the same of a group alone, at 95 %'),
    stressTestResults: z
      .strictObject({
        hurricaneScenario: createDollarsSchema(),
        polarVortexScenario: createDollarsSchema(),
        droughtScenario: createDollarsSchema(),
      })
      .describe('median profit under the shock set today, below zero a loss'),
    weatherSensitivities: createListSchema(
      z.strictObject({
        positionId: z.string(),
        oneDegree: createDollarsSchema(),
        oneInchOfRain: createDollarsSchema(),
        tenPercentOfWind: createDollarsSchema(),
      }),
    ).describe(
      'profit of each position if the weather of the fourteen days from tomorrow were so much warmer, wetter or windier; null where its market does not answer to that',
    ),
    reason: z.string().nullable().describe('why something is null'),
  }),
});
export type RealTimeVar = Infer<typeof RealTimeVarSchema>;

/** Every message of the server, in the order in which a client meets them. */
export const SOCKET_MESSAGES: readonly (readonly [
  name: string,
  summary: string,
  shape: z.ZodType,
])[] = [
  [
    'auth_required',
    'There is no session, or nothing was authenticated yet: sign in, open the socket with the cookie, send `authenticate`.',
    z.strictObject({ type: z.literal('auth_required'), message: z.string() }),
  ],
  [
    'auth_error',
    'The `userId` is not that of the session, or there is none. Nothing is told before it is right.',
    z.strictObject({ type: z.literal('auth_error'), message: z.string() }),
  ],
  [
    'authenticated',
    'From here on the five messages below come.',
    z.strictObject({ type: z.literal('authenticated'), userId: z.string() }),
  ],
  [
    'error',
    'A message that is not known here.',
    z.strictObject({ type: z.literal('error'), message: z.string() }),
  ],
  [
    'PORTFOLIO_UPDATE',
    'Everything live about the selected book but its positions.',
    PortfolioUpdateSchema,
  ],
  [
    'POSITION_UPDATE',
    'The positions, always sent with the `PORTFOLIO_UPDATE` of the same `asOfSeq`.',
    PositionUpdateSchema,
  ],
  ['REAL_TIME_VAR', 'VaR, and losses under three weather shocks.', RealTimeVarSchema],
  ['WEATHER_INTELLIGENCE', 'What the networks read of the weather.', WeatherIntelligenceSchema],
  ['LATENCY_METRICS', "Round trips of the user's own sockets.", LatencyMetricsSchema],
];

export const SocketMessageSchema = nameSchema(
  'SocketMessage',
  'Any of the messages.',
  z.union(SOCKET_MESSAGES.map(([, , shape]) => shape)),
);
