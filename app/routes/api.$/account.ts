// The trading mode, the settings and the reset of the account.
import { z } from 'zod';
import { type Caller, ModeInputSchema, SettingsInputSchema, modeOf, resetBook, resetTimeOf, saveSettings, selectMode, settingsWire } from '../../account.server';
import type { Refusal } from '../../trading/domain/outcome';
import { type ApiCall, type SignedIn, read, refusalAnswer, write } from './call';

const NOTHING = z.looseObject({});

const callerOf = ({ desk, session, idempotencyKey }: SignedIn): Caller => ({ desk, userId: session.userId, idempotencyKey });

/** A switch that came too soon says when the next is taken, as a moment and in seconds. */
function refusedAnswer({ desk }: SignedIn, refusal: Refusal): Response {
  const resetTime = resetTimeOf(refusal);
  if (resetTime === null) return refusalAnswer(refusal);
  const answer = refusalAnswer(refusal, { resetTime });
  answer.headers.set('Retry-After', String(Math.max(1, Math.ceil((Date.parse(resetTime) - desk.state().nowMs) / 1000))));
  return answer;
}

async function switchMode(call: SignedIn<z.infer<typeof ModeInputSchema>>) {
  const refusal = await selectMode(callerOf(call), call.input.mode);
  return refusal ? refusedAnswer(call, refusal) : { success: true, mode: modeOf(call.desk, call.session.userId), asOfSeq: call.desk.state().sequence };
}

async function save(call: SignedIn<z.infer<typeof SettingsInputSchema>>) {
  const refusal = await saveSettings(callerOf(call), call.input);
  return refusal ? refusedAnswer(call, refusal) : { success: true, settings: settingsWire(call.desk, call.session.userId) };
}

async function reset(call: SignedIn) {
  const refusal = await resetBook(callerOf(call));
  if (refusal) return refusalAnswer(refusal);
  const view = call.desk.view(call.session.userId);
  const message = 'Your paper trading account has been reset to $25,000';
  return { success: true, message, balance: view ? view.balanceMills / 1000 : null, epoch: view?.epoch ?? null, asOfSeq: view?.asOfSeq ?? 0 };
}

export const ACCOUNT_CALLS: readonly ApiCall[] = [
  read('trading/mode', ({ desk, session }) => ({ mode: modeOf(desk, session.userId), asOfSeq: desk.state().sequence })),
  write('trading/mode', ModeInputSchema, switchMode),
  read('settings', ({ desk, session }) => settingsWire(desk, session.userId)),
  write('settings', SettingsInputSchema, save),
  write('reset-trading-account', NOTHING, reset),
];
