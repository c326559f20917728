// Trading mode, settings and account reset.
import type { z } from 'zod';
import {
  type Caller,
  ModeInputSchema,
  SettingsInputSchema,
  getMode,
  resetBook,
  findNextSwitchTime,
  saveSettings,
  selectMode,
  buildSettingsDto,
} from '../../server/account/account.server';
import { createJsonResponse } from '../../server/http/responses.server';
import {
  ModeSchema,
  ModeChangeSchema,
  ResetSchema,
  SavedSettingsSchema,
  SettingsSchema,
} from '../../contracts/api/account';
import type { Refusal } from '../../trading/domain/outcome';
import { COMMAND_FAULTS } from '../../contracts/api/faults';
import {
  type ApiCall,
  NO_INPUT,
  type SignedInRequest,
  defineRead,
  createRefusalResponse,
  defineWrite,
} from './api-call';

const buildCaller = ({ desk, session, idempotencyKey }: SignedInRequest): Caller => ({
  desk,
  userId: session.userId,
  idempotencyKey,
});

/** A switch that comes too early gets the next allowed time, as a timestamp and in seconds. */
function createModeRefusal({ desk }: SignedInRequest, refusal: Refusal): Response {
  const nextSwitchTime = findNextSwitchTime(refusal);
  if (nextSwitchTime === null) return createRefusalResponse(refusal);
  const answer = createRefusalResponse(refusal, { resetTime: nextSwitchTime });
  answer.headers.set(
    'Retry-After',
    String(Math.max(1, Math.ceil((Date.parse(nextSwitchTime) - desk.state().nowMs) / 1000))),
  );
  return answer;
}

async function switchMode(call: SignedInRequest<z.infer<typeof ModeInputSchema>>) {
  const refusal = await selectMode(buildCaller(call), call.input.mode);
  return refusal
    ? createModeRefusal(call, refusal)
    : {
        success: true as const,
        mode: getMode(call.desk, call.session.userId),
        asOfSeq: call.desk.state().sequence,
      };
}

async function saveUserSettings(call: SignedInRequest<z.infer<typeof SettingsInputSchema>>) {
  const refusal = await saveSettings(buildCaller(call), call.input);
  return refusal
    ? createModeRefusal(call, refusal)
    : { success: true as const, settings: buildSettingsDto(call.desk, call.session.userId) };
}

async function resetAccount(call: SignedInRequest) {
  const outcome = await resetBook(buildCaller(call));
  if (!outcome.ok) return createRefusalResponse(outcome.refusal);
  const view = call.desk.getView(call.session.userId);
  const { message, isPending } = outcome.value;
  const answer = {
    success: true as const,
    message,
    isPending,
    balance: view ? view.balanceMills / 1000 : null,
    epoch: view?.epoch ?? null,
    asOfSeq: view?.asOfSeq ?? 0,
  };
  return isPending ? createJsonResponse(answer, 202) : answer;
}

export const ACCOUNT_CALLS: readonly ApiCall[] = [
  defineRead(
    'trading/mode',
    { summary: 'Returns the selected trading mode.', answer: ModeSchema },
    ({ desk, session }) => ({
      mode: getMode(desk, session.userId),
      asOfSeq: desk.state().sequence,
    }),
  ),
  defineWrite(
    'trading/mode',
    ModeInputSchema,
    {
      summary:
        'Selects simulation, paper or live. Live stays disarmed; the caller must obtain confirmation. Working entry orders of the previous account are cancelled.',
      answer: ModeChangeSchema,
      faults: ['MALFORMED', 'MODE_SWITCH_RATE', 'LIVE_OPEN', ...COMMAND_FAULTS],
    },
    switchMode,
  ),
  defineRead(
    'settings',
    { summary: 'Returns the settings of the user.', answer: SettingsSchema },
    ({ desk, session }) => buildSettingsDto(desk, session.userId),
  ),
  defineWrite(
    'settings',
    SettingsInputSchema,
    {
      summary:
        'Saves the given settings; others stay unchanged. A change of `tradingMode` has the same checks as POST /api/trading/mode; the rest is saved even when it is rejected. ' +
        'For `brokerApiKey`, no value, null or the mask keeps the stored key; an empty text removes it.',
      answer: SavedSettingsSchema,
      faults: [
        'MALFORMED',
        'BROKER_KEY_SHAPE',
        'IBKR_SHAPE',
        'IBKR_DEMO_PORT',
        'IBKR_REAL_PORT',
        'BROKER_KEY_STORAGE',
        'KEY_FILE_OPEN',
        'KEY_FILE_DAMAGED',
        'MODE_SWITCH_RATE',
        'LIVE_OPEN',
        'KEY_REUSED_SECRET',
        ...COMMAND_FAULTS,
      ],
    },
    saveUserSettings,
  ),
  defineWrite(
    'reset-trading-account',
    NO_INPUT,
    {
      summary:
        'Resets the selected simulation or paper account: stops trading, closes positions at market, and starts a new account period at exactly $25,000. Nothing is deleted. While a position cannot close, the reset is pending: status 202 with `isPending` and a message that names it.',
      answer: ResetSchema,
      status: '200, or 202 while the reset is pending',
      faults: ['LIVE_NOT_RESETTABLE', ...COMMAND_FAULTS],
    },
    resetAccount,
  ),
];
