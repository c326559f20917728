// RUN, STOP and CLOSE, for one commodity or all.
import { z } from 'zod';
import { HttpError, createJsonResponse } from '../../server/http/responses.server';
import type { Command } from '../../trading/domain/command';
import { COMMAND_FAULTS } from '../../contracts/api/faults';
import { createCommodityNameSchema } from '../../contracts/api/shape';
import { CreatedAccountsSchema, StatusSchema, TradingSchema } from '../../contracts/api/trading';
import {
  type ApiCall,
  NO_INPUT,
  type SignedInRequest,
  defineRead,
  createRefusalResponse,
  sendCommand,
  defineWrite,
} from './api-call';
import { NONE_OPEN } from './positions';

const commodity = createCommodityNameSchema();
const OPTIONAL_COMMODITY = z.looseObject({
  commodity: commodity.nullish().describe('absent or null means all'),
});
const START = OPTIONAL_COMMODITY.extend({
  rearm: z
    .boolean('must be true or false')
    .optional()
    .describe('of RUN ALL: confirms that a tripped drawdown breaker is re-armed'),
});
const START_FAULTS = [
  'LIVE_TRADING_OFF',
  'NO_BROKER',
  'BROKER_LOST',
  'NO_PRICES',
  'RESET_WAITS',
  'EQUITY',
  'DRAWDOWN_STOPPED',
] as const;
const COMMODITY = z.looseObject({ commodity });
const TOGGLE = z.looseObject({ commodity, enabled: z.boolean('must be true or false') });

function loadStatus({ desk, session }: SignedInRequest) {
  const view = desk.getView(session.userId);
  if (!view) throw new HttpError(404, 'This user has no account yet.');
  return {
    globalActive: view.globalActive,
    isActive: view.isActive,
    activeCommodities: view.commodities.filter((row) => row.isActive).map((row) => row.commodity),
    commodities: Object.fromEntries(view.commodities.map((row) => [row.commodity, row.isActive])),
    asOfSeq: view.asOfSeq,
  };
}

/** `rearm` is absent unless sent, so that repeats of older requests stay equal. */
const buildStartCommand = ({ commodity: key = null, rearm }: z.infer<typeof START>): Command => ({
  type: 'StartTrading',
  commodity: key,
  ...(rearm === true ? { rearm } : {}),
});

/** Sends a command and returns the resulting status. */
async function commandAutoTrading(call: SignedInRequest, command: Command) {
  const { value, refusal } = await sendCommand(call, command);
  return refusal
    ? createRefusalResponse(refusal)
    : { success: true as const, ...value, ...loadStatus(call) };
}

async function closePositions(call: SignedInRequest<z.infer<typeof COMMODITY>>) {
  const { value, refusal } = await sendCommand(call, {
    type: 'CloseTrading',
    commodity: call.input.commodity,
  });
  if (refusal) return createRefusalResponse(refusal);
  const { closedPositions, waiting = [] } = value;
  if (closedPositions.length === 0 && waiting.length === 0) throw new HttpError(409, NONE_OPEN);
  const answer = { success: true as const, ...value, ...loadStatus(call) };
  return closedPositions.length === 0 ? createJsonResponse(answer, 202) : answer;
}

export const AUTO_TRADING_CALLS: readonly ApiCall[] = [
  defineRead(
    'auto-trading/status',
    {
      summary: 'Returns the auto-trading status of each commodity of the selected account.',
      answer: StatusSchema,
    },
    async (call) => {
      await call.desk.ensureBook(call.session.userId);
      return loadStatus(call);
    },
  ),
  defineWrite(
    'auto-trading/start',
    START,
    {
      summary:
        'Starts auto-trading (RUN): enters the current target of the playbook, then evaluates it at each bar close. Without a commodity RUN ALL, which leaves out commodities that no source has prices of. Idempotent. After the drawdown circuit breaker tripped, RUN ALL returns 409 `DRAWDOWN` with the figures, unless `rearm` is true: then the breaker is re-armed.',
      answer: TradingSchema,
      faults: ['MALFORMED', ...START_FAULTS, ...COMMAND_FAULTS],
    },
    (call) => commandAutoTrading(call, buildStartCommand(call.input)),
  ),
  defineWrite(
    'auto-trading/stop',
    OPTIONAL_COMMODITY,
    {
      summary:
        'Stops auto-trading (STOP): no new entries, working entry orders are cancelled, stops, targets and positions stay. Without a commodity STOP ALL. Idempotent; no rate limit.',
      answer: TradingSchema,
      faults: ['MALFORMED', ...COMMAND_FAULTS],
    },
    (call) =>
      commandAutoTrading(call, { type: 'StopTrading', commodity: call.input.commodity ?? null }),
  ),
  defineWrite(
    'auto-trading/close-positions',
    COMMODITY,
    {
      summary:
        'Closes the positions of a commodity at market and turns it off (CLOSE), in one step. Positions that cannot close now are listed under waiting and close at the first tradable price.',
      answer: TradingSchema,
      status: '200, or 202 while all of them wait',
      faults: ['MALFORMED', 'NONE_OPEN', ...COMMAND_FAULTS],
    },
    closePositions,
  ),
  defineWrite(
    'auto-trading/toggle-commodity',
    TOGGLE,
    {
      summary: 'Starts or stops auto-trading of one commodity.',
      answer: TradingSchema,
      faults: ['MALFORMED', ...START_FAULTS, ...COMMAND_FAULTS],
    },
    (call) =>
      commandAutoTrading(call, {
        type: call.input.enabled ? 'StartTrading' : 'StopTrading',
        commodity: call.input.commodity,
      }),
  ),
  // Every row names its owner, so the only possible repair is a missing account.
  defineWrite(
    'auto-trading/fix-user-mapping',
    NO_INPUT,
    {
      summary: 'Creates the account if it does not exist yet. Idempotent.',
      answer: CreatedAccountsSchema,
      faults: COMMAND_FAULTS,
    },
    async (call) => {
      const wasOpen = call.desk.getView(call.session.userId) !== null;
      await call.desk.ensureBook(call.session.userId);
      return { success: true as const, fixed: wasOpen ? 0 : 1 };
    },
  ),
];
