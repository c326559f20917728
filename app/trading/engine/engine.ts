/** The engine: one function from a state and an event to the next state and its effects. */
import type { CommandResult } from '../domain/command';
import type { Instrument } from '../domain/instrument';
import { assertNever } from '../domain/outcome';
import { decideAll } from './auto-trader';
import { listContractsHeldToTerms, withoutExpired } from './chain';
import { retryCloses } from './closing';
import { executeCommand } from './commands';
import type { EngineConfig } from './config';
import { Draft, type OwnBooks } from './state-transaction';
import type { EngineEvent, Step } from './event';
import { applyReport } from './executions';
import { haltFaulty } from './halts';
import { watchMargin } from './margin-call';
import { hasSameTerms } from './held-terms';
import { applyInputs, applyMarketEvent, applyPast, applyWeather, listMarket } from './market-step';
import { rollAll } from './rolls';
import { recordForecasts, scoreSignals } from './signals';
import type { DeskState } from './state';
import { valueBooks } from './valuation';

export interface Engine {
  readonly config: EngineConfig;
  /**
   * One step. `own`: the books that steps before it have made and nobody else has seen; they may be
   * changed in place.
   */
  process(state: DeskState, event: EngineEvent, own?: OwnBooks): Step;
}

/**
 * An engine for these ports and tables. `process` gives equal steps for equal arguments, and
 * changes nothing that anyone has seen.
 */
export function createEngine(config: EngineConfig): Engine {
  return {
    config,
    process: (state, event, own) =>
      processEvent(config, new Draft(state, event.atMs, own), event, null),
  };
}

/**
 * An engine that is told the markets after the event at hand instead of folding them: its books see
 * what the desk saw, and signals are scored elsewhere.
 */
export function createFollower(config: EngineConfig, seen: DeskState['markets']): Engine {
  return {
    config,
    process: (state, event, own) =>
      processEvent(config, new Draft(state, event.atMs, own), event, seen),
  };
}

function processEvent(
  config: EngineConfig,
  draft: Draft,
  event: EngineEvent,
  seen: DeskState['markets'] | null,
): Step {
  const { markets } = draft.state;
  switch (event.type) {
    case 'MarketListed':
      list(draft, config, event);
      break;
    case 'Market':
      market(draft, config, event, seen);
      break;
    case 'Weather':
      draft.setMarkets(applyWeather(markets, event.reading));
      break;
    case 'Inputs':
      draft.setMarkets(applyInputs(markets, event.market, event.values, event.atMs));
      break;
    case 'PlaybooksFolded':
      draft.setMarkets(seen ?? applyPast(markets, event));
      haltFaulty(draft, config, event.market, event.instrumentId);
      // Who pressed RUN meanwhile has waited for this.
      decideAll(draft, config, event.market, event.instrumentId);
      break;
    case 'OpinionsTold':
      recordForecasts(draft, event.market, event.opinions);
      break;
    case 'Execution':
      draft.causeSeq = event.causeSeq ?? null;
      applyReport(draft, config, event.bookId, event.report);
      break;
    case 'Command':
      applyCommand(draft, config, event);
      break;
    case 'Time':
      if (event.clockFault !== undefined) draft.setClockFault(event.clockFault);
      valueBooks(draft, config);
      break;
    default:
      return assertNever(event);
  }
  return draft.finish();
}

function list(
  draft: Draft,
  config: EngineConfig,
  event: Extract<EngineEvent, { type: 'MarketListed' }>,
): void {
  const { market, instruments, staleAfterMs, foldedApart } = event;
  const known = draft.state.listings[market] ?? {};
  const heldTerms = buildHeldTerms(draft.state, event);
  const isListed = (instrument: Instrument): boolean => {
    const before = known[instrument.id];
    return before !== undefined && hasSameTerms(before, instrument);
  };
  const added = instruments.filter(
    (instrument) => !heldTerms[instrument.id] && !isListed(instrument),
  );
  if (added.length > 0)
    draft.record('MarketListed', { userId: null, bookId: null }, { market, instruments: added });
  liftTermsHalt(draft);
  const listed = listMarket(
    draft.state.markets,
    market,
    instruments,
    staleAfterMs,
    config.playbooksOf,
    foldedApart,
    heldTerms,
  );
  const left = listed[market];
  draft.setMarkets(
    left
      ? {
          ...listed,
          [market]: withoutExpired(
            left,
            listContractsHeldToTerms(draft.state, market),
            draft.nowMs,
          ),
        }
      : listed,
  );
  for (const { id } of instruments) haltFaulty(draft, config, market, id);
}

/**
 * The terms that go on to apply, by contract: to those in use the listed ones, whatever the feed
 * says now.
 * A contract that is quoted under held terms keeps them until its past is shown again, for its bars
 * and playbooks are of those terms.
 */
function buildHeldTerms(
  state: DeskState,
  { market, instruments, heldByTwins, shownAgain }: Extract<EngineEvent, { type: 'MarketListed' }>,
): Readonly<Record<string, Instrument>> {
  const isHeld = listContractsHeldToTerms(state, market, heldByTwins);
  const mayNotAdopt = (id: string): boolean =>
    isHeld.has(id) ||
    (state.markets[market]?.instruments[id]?.newTerms !== undefined &&
      shownAgain?.includes(id) !== true);
  const listings = state.listings[market] ?? {};
  return Object.fromEntries(
    instruments.flatMap(({ id }) =>
      listings[id] && mayNotAdopt(id) ? [[id, listings[id]] as const] : [],
    ),
  );
}

/**
 * Earlier versions halted all trading when a contract in use was listed under other terms, and gave
 * this reason.
 */
const TERMS_HALT =
  /^\S.* of \S+ came with another tick or lot while positions are open in it; close them under the old terms first$/;

/**
 * The cause of that halt is gone: such a contract is traded on under the terms it is held under.
 */
function liftTermsHalt(draft: Draft): void {
  const { state, reason } = draft.state.trading;
  if (state !== 'HALTED' || !TERMS_HALT.test(reason)) return;
  draft.record(
    'TradingResumed',
    { userId: null, bookId: null },
    {
      reason:
        'contracts whose terms have changed are traded on under the terms they are held under',
    },
  );
}

function market(
  draft: Draft,
  config: EngineConfig,
  { event, isBackfill, isUnstored = false }: Extract<EngineEvent, { type: 'Market' }>,
  seen: DeskState['markets'] | null,
): void {
  const before = draft.state.markets;
  draft.setMarkets(seen ?? applyMarketEvent(before, event, config, { isBackfill, isUnstored }));
  if (draft.state.markets === before || isUnstored) return;
  haltFaulty(draft, config, event.market, event.instrumentId);
  if (!seen) scoreSignals(draft, event);
  if (isBackfill) return;
  // Valued before it decides, so that the daily loss is that of the day which the bar ends.
  if (event.type !== 'BarOpened') valueBooks(draft, config);
  watchMargin(draft, config, event.market, event.instrumentId);
  retryCloses(draft, config, event.market, event.instrumentId);
  rollAll(draft, config, event.market, event.instrumentId);
  if (event.type === 'BarClosed') decideAll(draft, config, event.market, event.instrumentId);
}

function applyCommand(
  draft: Draft,
  config: EngineConfig,
  { commandId, envelope }: Extract<EngineEvent, { type: 'Command' }>,
): void {
  const { userId } = envelope;
  const seq = draft.record(
    'CommandReceived',
    { userId, bookId: null },
    { command: envelope.command, idempotencyKey: envelope.idempotencyKey },
  );
  draft.causeSeq = seq;
  const outcome = executeCommand(draft, config, envelope);
  if (!outcome.ok)
    draft.record('CommandRefused', { userId, bookId: null }, { refusal: outcome.refusal });
  const result: CommandResult = { commandId, envelope, outcome, seq, lastSeq: draft.state.logSeq };
  draft.emit({ type: 'Answer', result });
}
