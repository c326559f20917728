// What the parts of the desk are called, and what the account without each of them does.
import type { TwinPartWire } from '../../contracts/twins';

export const TWIN_TEXTS: Readonly<
  Record<TwinPartWire['without'], { readonly part: string; readonly twin: string }>
> = {
  NO_SIGNALS: {
    part: 'Signals',
    twin: 'Its twin hears no network: the same playbooks, settings and guards, but no signal enlarges an entry, forbids one or draws a stop near.',
  },
  NO_GUARDS: {
    part: 'Guards',
    twin: 'Its twin has no limits, rates, pauses or breakers: only its own cash, the market and the venue refuse an entry.',
  },
  BUY_AND_HOLD: {
    part: 'Playbooks',
    twin: 'Its twin buys at RUN as much as a playbook alone would at its strongest, rolls it from month to month, and sells at STOP or CLOSE.',
  },
  NOTHING: { part: 'The whole desk', twin: 'Its twin stays in cash, so that this is your profit.' },
};

export const toneOf = (dollars: number): 'up' | 'down' | 'flat' =>
  dollars > 0 ? 'up' : dollars < 0 ? 'down' : 'flat';
