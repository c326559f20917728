// The trading mode, the settings and the reset of the account.
import type { z } from 'zod';
import {
  type Caller,
  ModeInputSchema,
  SettingsInputSchema,
  getMode,
  resetBook,
  findResetTime,
  saveSettings,
  selectMode,
  settingsWire,
} from '../../server/account/account.server';
import { jsonAnswer } from '../../server/http/answer.server';
import {
  ModeSchema,
  ModeSwitchedSchema,
  ResetSchema,
  SavedSchema,
  SettingsSchema,
} from '../../contracts/api/account';
import type { Refusal } from '../../trading/domain/outcome';
import { COMMAND_FAULTS } from '../../contracts/api/faults';
import { type ApiCall, NOTHING, type SignedIn, read, refusalAnswer, write } from './call';

const buildCaller = ({ desk, session, idempotencyKey }: SignedIn): Caller => ({
  desk,
  userId: session.userId,
  idempotencyKey,
});

/** A switch that came too soon says when the next is taken, as a moment and in seconds. */
function refusedAnswer({ desk }: SignedIn, refusal: Refusal): Response {
  const resetTime = findResetTime(refusal);
  if (resetTime === null) return refusalAnswer(refusal);
  const answer = refusalAnswer(refusal, { resetTime });
  answer.headers.set(
    'Retry-After',
    String(Math.max(1, Math.ceil((Date.parse(resetTime) - desk.state().nowMs) / 1000))),
  );
  return answer;
}

async function switchMode(call: SignedIn<z.infer<typeof ModeInputSchema>>) {
  const refusal = await selectMode(buildCaller(call), call.input.mode);
  return refusal
    ? refusedAnswer(call, refusal)
    : {
        success: true as const,
        mode: getMode(call.desk, call.session.userId),
        asOfSeq: call.desk.state().sequence,
      };
}

async function save(call: SignedIn<z.infer<typeof SettingsInputSchema>>) {
  const refusal = await saveSettings(buildCaller(call), call.input);
  return refusal
    ? refusedAnswer(call, refusal)
    : { success: true as const, settings: settingsWire(call.desk, call.session.userId) };
}

async function reset(call: SignedIn) {
  const outcome = await resetBook(buildCaller(call));
  if (!outcome.ok) return refusalAnswer(outcome.refusal);
  const view = call.desk.view(call.session.userId);
  const { message, isPending } = outcome.value;
  const answer = {
    success: true as const,
    message,
    isPending,
    balance: view ? view.balanceMills / 1000 : null,
    epoch: view?.epoch ?? null,
    asOfSeq: view?.asOfSeq ?? 0,
  };
  return isPending ? jsonAnswer(answer, 202) : answer;
}

export const ACCOUNT_CALLS: readonly ApiCall[] = [
  read(
    'trading/mode',
    { summary: 'Returns the selected trading mode.', answer: ModeSchema },
    ({ desk, session }) => ({
      mode: getMode(desk, session.userId),
      asOfSeq: desk.state().sequence,
    }),
  ),
  write(
    'trading/mode',
    ModeInputSchema,
    {
      summary:
        'Selects simulation, paper or live. Live stays disarmed; the caller must obtain confirmation. Working entry orders of the previous account are cancelled.',
      answer: ModeSwitchedSchema,
      faults: ['MALFORMED', 'MODE_SWITCH_RATE', 'LIVE_OPEN', ...COMMAND_FAULTS],
    },
    switchMode,
  ),
  read(
    'settings',
    { summary: 'Returns the settings of the user.', answer: SettingsSchema },
    ({ desk, session }) => settingsWire(desk, session.userId),
  ),
  write(
    'settings',
    SettingsInputSchema,
    {
      summary:
        'Saves the given settings; others stay unchanged. A change of `tradingMode` has the same checks as POST /api/trading/mode; the rest is saved even when it is rejected. ' +
        'For `brokerApiKey`, no value, null or the mask keeps the stored key; an empty text removes it.',
      answer: SavedSchema,
      faults: [
        'MALFORMED',
        'BROKER_KEY_SHAPE',
        'BROKER_KEY_STORAGE',
        'KEY_FILE_OPEN',
        'KEY_FILE_DAMAGED',
        'MODE_SWITCH_RATE',
        'LIVE_OPEN',
        'KEY_REUSED_SECRET',
        ...COMMAND_FAULTS,
      ],
    },
    save,
  ),
  write(
    'reset-trading-account',
    NOTHING,
    {
      summary:
        'Resets the selected simulation or paper account: stops trading, closes positions at market, and starts a new account period at exactly $25,000. Nothing is deleted. While a position cannot close, the reset is pending: status 202 with `isPending` and a message that names it.',
      answer: ResetSchema,
      status: '200, or 202 while the reset is pending',
      faults: ['LIVE_NOT_RESETTABLE', ...COMMAND_FAULTS],
    },
    reset,
  ),
];
