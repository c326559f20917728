// The dashboard's buttons: what each asks of the desk, and the words for what came of it.
import { z } from 'zod';
import type { ToastMessage } from '../../messages';
import { COMMODITIES, COMMODITY_KEYS } from '../../trading/domain/commodity';
import type { Command } from '../../trading/domain/command';
import { type Refusal, unreachable } from '../../trading/domain/outcome';
import { statusOf } from '../../refusal.server';

const commodity = z.enum(COMMODITY_KEYS);

export const IntentSchema = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('run'), commodity }),
  z.object({ intent: z.literal('stop'), commodity }),
  z.object({ intent: z.literal('close'), commodity }),
  z.object({ intent: z.literal('run-all') }),
  z.object({ intent: z.literal('stop-all') }),
  z.object({ intent: z.literal('close-all') }),
  z.object({ intent: z.literal('close-position'), position: z.string('Position ID is missing').min(1, 'Position ID is missing').max(64) }),
]);
export type Intent = z.infer<typeof IntentSchema>;

export function commandOf(intent: Intent): Command {
  switch (intent.intent) {
    case 'run':
      return { type: 'StartTrading', commodity: intent.commodity };
    case 'stop':
      return { type: 'StopTrading', commodity: intent.commodity };
    case 'close':
      return { type: 'CloseTrading', commodity: intent.commodity };
    case 'run-all':
      return { type: 'StartTrading', commodity: null };
    case 'stop-all':
      return { type: 'StopTrading', commodity: null };
    case 'close-all':
      return { type: 'CloseTrading', commodity: null };
    case 'close-position':
      return { type: 'ClosePosition', positionId: intent.position };
    default:
      return unreachable(intent);
  }
}

const nameOf = (intent: Intent): string => ('commodity' in intent ? COMMODITIES[intent.commodity].displayName : 'All commodities');

export function successOf(intent: Intent): ToastMessage {
  const name = nameOf(intent);
  switch (intent.intent) {
    case 'run':
    case 'run-all':
      return { title: 'Trading Started', description: `${name}: auto-trading is on.`, variant: 'trade' };
    case 'stop':
    case 'stop-all':
      return { title: 'Trading Stopped', description: `${name}: no new entries. Protective exits go on.`, variant: 'trade' };
    case 'close':
      return { title: 'Positions Closed', description: `${name}: positions are closed and auto-trading is off.`, variant: 'trade' };
    case 'close-all':
      return { title: 'All Positions Closed', description: 'All active positions have been closed and P&L has been realized.', variant: 'trade' };
    case 'close-position':
      return { title: 'Position Closed', description: 'Position has been closed and P&L has been realized.', variant: 'trade' };
    default:
      return unreachable(intent);
  }
}

const FAILURES: Readonly<Record<Intent['intent'], string>> = {
  run: 'Trading Start Failed',
  'run-all': 'Error',
  stop: 'Trading Stop Failed',
  'stop-all': 'Error',
  close: 'Position Close Failed',
  'close-all': 'Error Closing Positions',
  'close-position': 'Error Closing Position',
};

/** The words and the status of a refusal. */
export function failureOf(intent: Intent, refusal: Refusal): { title: string; message: string; status: number } {
  const message = intent.intent === 'run' ? `Failed to start auto-trading for ${nameOf(intent)}: ${refusal.message}` : refusal.message;
  return { title: FAILURES[intent.intent], message, status: statusOf(refusal) };
}
