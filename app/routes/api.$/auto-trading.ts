// Running, stopping and closing, by commodity or all at once.
import { z } from 'zod';
import { RequestFault, jsonAnswer } from '../../server/http/answer.server';
import { COMMODITY_KEYS, commodityKey } from '../../trading/domain/commodity';
import type { Command } from '../../trading/domain/command';
import { COMMAND_FAULTS } from '../../contracts/api/faults';
import { MappingSchema, StatusSchema, TradingSchema } from '../../contracts/api/trading';
import { type ApiCall, NOTHING, type SignedIn, read, refusalAnswer, send, write } from './call';
import { NONE_OPEN } from './positions';

/** A slug or another spelling that stands for one commodity alone. */
const commodity = z
  .string('must be a text')
  .transform((spelling, context) => {
    const key = commodityKey(spelling);
    if (key) return key;
    context.addIssue({
      code: 'custom',
      message: `'${spelling.slice(0, 40)}' is not a commodity; use one of: ${COMMODITY_KEYS.join(', ')}`,
    });
    return z.NEVER;
  })
  .describe('a slug, or another unambiguous spelling, such as NATURAL_GAS');
const MAYBE_COMMODITY = z.looseObject({
  commodity: commodity.nullish().describe('absent or null means all'),
});
const START = MAYBE_COMMODITY.extend({
  rearm: z
    .boolean('must be true or false')
    .optional()
    .describe('of RUN ALL: confirms that a tripped drawdown breaker is re-armed'),
});
const START_FAULTS = [
  'LIVE_TRADING_OFF',
  'NO_BROKER',
  'RESET_WAITS',
  'EQUITY',
  'DRAWDOWN_STOPPED',
] as const;
const COMMODITY = z.looseObject({ commodity });
const TOGGLE = z.looseObject({ commodity, enabled: z.boolean('must be true or false') });

function loadStatus({ desk, session }: SignedIn) {
  const view = desk.view(session.userId);
  if (!view) throw new RequestFault(404, 'This user has no book yet.');
  return {
    globalActive: view.globalActive,
    isActive: view.isActive,
    activeCommodities: view.commodities.filter((row) => row.isActive).map((row) => row.commodity),
    commodities: Object.fromEntries(view.commodities.map((row) => [row.commodity, row.isActive])),
    asOfSeq: view.asOfSeq,
  };
}

/**
 * The command has no field `rearm` where none was sent, so that repeats of older requests stay
 * equal.
 */
const buildStartCommand = ({ commodity: key = null, rearm }: z.infer<typeof START>): Command => ({
  type: 'StartTrading',
  commodity: key,
  ...(rearm === true ? { rearm } : {}),
});

/** Sends a command and answers with the status that stands after it. */
async function commandAutoTrading(call: SignedIn, asked: Command) {
  const { value, refusal } = await send(call, asked);
  return refusal
    ? refusalAnswer(refusal)
    : { success: true as const, ...value, ...loadStatus(call) };
}

async function closePositions(call: SignedIn<z.infer<typeof COMMODITY>>) {
  const { value, refusal } = await send(call, {
    type: 'CloseTrading',
    commodity: call.input.commodity,
  });
  if (refusal) return refusalAnswer(refusal);
  const { closedPositions, waiting = [] } = value;
  if (closedPositions.length === 0 && waiting.length === 0) throw new RequestFault(409, NONE_OPEN);
  const answer = { success: true as const, ...value, ...loadStatus(call) };
  return closedPositions.length === 0 ? jsonAnswer(answer, 202) : answer;
}

export const AUTO_TRADING_CALLS: readonly ApiCall[] = [
  read(
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
  write(
    'auto-trading/start',
    START,
    {
      summary:
        'Starts auto-trading (RUN): enters the current target of the playbook, then evaluates it at each bar close. Without a commodity RUN ALL. Idempotent. After the drawdown circuit breaker tripped, RUN ALL returns 409 `DRAWDOWN` with the figures, unless `rearm` is true: then the breaker is re-armed.',
      answer: TradingSchema,
      faults: ['MALFORMED', ...START_FAULTS, ...COMMAND_FAULTS],
    },
    (call) => commandAutoTrading(call, buildStartCommand(call.input)),
  ),
  write(
    'auto-trading/stop',
    MAYBE_COMMODITY,
    {
      summary:
        'Stops auto-trading (STOP): no new entries, working entry orders are cancelled, stops, targets and positions stay. Without a commodity STOP ALL. Idempotent; no rate limit.',
      answer: TradingSchema,
      faults: ['MALFORMED', ...COMMAND_FAULTS],
    },
    (call) =>
      commandAutoTrading(call, { type: 'StopTrading', commodity: call.input.commodity ?? null }),
  ),
  write(
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
  write(
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
  // Every row names its owner from the start, so all there can be to mend is a book that is not
  // open yet.
  write(
    'auto-trading/fix-user-mapping',
    NOTHING,
    {
      summary: 'Creates the account if it does not exist yet. Idempotent.',
      answer: MappingSchema,
      faults: COMMAND_FAULTS,
    },
    async (call) => {
      const wasOpen = call.desk.view(call.session.userId) !== null;
      await call.desk.ensureBook(call.session.userId);
      return { success: true as const, fixed: wasOpen ? 0 : 1 };
    },
  ),
];
