/** The engine: a function from state and event to the next state and its effects. */
import type { CommandResult } from '../domain/command';
import type { Instrument } from '../domain/instrument';
import { assertNever } from '../domain/outcome';
import type { MarketEvent } from '../ports';
import { checkArmings } from './arming';
import { endMovedProposals, endOldProposals } from './entry-proposals';
import { disarmAccount } from './disarm-account';
import { haltForDisagreement } from './account-halts';
import { compareWithBroker } from './broker-comparison';
import { type DecisionTrigger, decideForAllBooks } from './auto-trader';
import { listContractsWithFixedTerms, removeExpiredContracts } from './chain';
import { retryCloses } from './close-positions';
import { executeCommand } from './commands';
import type { EngineConfig } from './config';
import { StateTransaction, type OwnedBooks } from './state-transaction';
import type { EngineEvent, Step } from './event';
import { applyReport } from './executions';
import { haltFaultyPlaybooks } from './playbook-halts';
import { checkMargin } from './margin-call';
import { hasSameTerms } from './contract-terms';
import {
  applyInputs,
  applyMarketEvent,
  applyPlaybookWarmUp,
  applyWeather,
  listMarket,
  setPriceSource,
  setUnprovenInputs,
} from './market-step';
import { watchMissingStops } from './missing-stops';
import { markUnansweredOrders } from './order-timeouts';
import { rollEndingMonths } from './rolls';
import { createSignalLookup, recordForecasts, scoreSignals } from './signals';
import type { DeskState } from './state';
import { valueBooks } from './valuation';

export interface Engine {
  readonly config: EngineConfig;
  /**
   * One step. `ownedBooks`: accounts created by earlier steps of this cycle and not yet published;
   * they may be changed in place.
   */
  process(state: DeskState, event: EngineEvent, ownedBooks?: OwnedBooks): Step;
}

/** `process` is deterministic and changes nothing that was published. */
export function createEngine(config: EngineConfig): Engine {
  return {
    config,
    process: (state, event, ownedBooks) =>
      processEvent(config, new StateTransaction(state, event.atMs, ownedBooks), event, null),
  };
}

/**
 * An engine that uses given markets after each event instead of computing them. It scores no
 * signals. Used for shadow accounts.
 */
export function createFollowerEngine(
  config: EngineConfig,
  givenMarkets: DeskState['markets'],
): Engine {
  return {
    config,
    process: (state, event, ownedBooks) =>
      processEvent(
        config,
        new StateTransaction(state, event.atMs, ownedBooks),
        event,
        givenMarkets,
      ),
  };
}

function processEvent(
  config: EngineConfig,
  tx: StateTransaction,
  event: EngineEvent,
  givenMarkets: DeskState['markets'] | null,
): Step {
  const { markets } = tx.state;
  switch (event.type) {
    case 'MarketListed':
      applyListing(tx, config, event);
      break;
    case 'Market':
      applyMarketPrice(tx, config, event, givenMarkets);
      break;
    case 'Weather':
      tx.setMarkets(applyWeather(markets, event.reading));
      break;
    case 'Inputs':
      tx.setMarkets(applyInputs(markets, event.market, event.values, event.atMs));
      break;
    case 'PlaybooksWarmedUp':
      tx.setMarkets(
        givenMarkets ??
          applyPlaybookWarmUp(
            markets,
            event,
            config.listPlaybooks,
            createSignalLookup(tx.state, event.market),
          ),
      );
      haltFaultyPlaybooks(tx, config, event.market, event.instrumentId);
      // RUN during warm-up takes effect now.
      decideForAllBooks(tx, config, event.market, event.instrumentId, 'REQUEST');
      break;
    case 'ForecastsReceived':
      recordForecasts(tx, event.market, event.forecasts);
      break;
    case 'Execution':
      tx.causeSeq = event.causeSeq ?? null;
      applyReport(tx, config, event.bookId, event.report);
      break;
    case 'BrokerOpened':
      tx.setBrokerDown(event.bookId, 'the connection is being opened');
      disarmAccount(tx, event.bookId, 'its connection was opened');
      break;
    case 'BrokerLost':
      tx.setBrokerDown(event.bookId, event.reason);
      break;
    case 'BrokerCompared':
      compareWithBroker(tx, config, event);
      break;
    case 'BrokerDisagreed':
      haltForDisagreement(tx, config, event.bookId, event.reason);
      break;
    case 'DeparturesDiffered':
      haltForDisagreement(tx, config, event.bookId, event.reason, 5);
      break;
    case 'Command':
      applyCommand(tx, config, event);
      break;
    case 'Time':
      if (event.clockFault !== undefined) tx.setClockFault(event.clockFault);
      markUnansweredOrders(tx, config);
      watchMissingStops(tx, config);
      checkArmings(tx, config);
      endOldProposals(tx);
      valueBooks(tx, config);
      break;
    default:
      return assertNever(event);
  }
  return tx.finish();
}

function applyListing(
  tx: StateTransaction,
  config: EngineConfig,
  event: Extract<EngineEvent, { type: 'MarketListed' }>,
): void {
  const { market, instruments, staleAfterMs, warmUpBars } = event;
  const existing = tx.state.listings[market] ?? {};
  const heldTerms = buildHeldTerms(tx.state, event);
  const isListed = (instrument: Instrument): boolean => {
    const before = existing[instrument.id];
    return before !== undefined && hasSameTerms(before, instrument);
  };
  const newInstruments = instruments.filter(
    (instrument) => !heldTerms[instrument.id] && !isListed(instrument),
  );
  if (newInstruments.length > 0)
    tx.record(
      'MarketListed',
      { userId: null, bookId: null },
      { market, instruments: newInstruments },
    );
  liftTermsHalt(tx);
  const listed = listMarket(
    tx.state.markets,
    market,
    instruments,
    staleAfterMs,
    config.listPlaybooks,
    warmUpBars,
    heldTerms,
  );
  const sourced =
    event.priceSource === undefined
      ? listed
      : setPriceSource(listed, market, instruments, {
          priceSource: event.priceSource,
          hasLiveQuotes: event.hasLiveQuotes === true,
        });
  const markets = event.hasUnprovenInputs ? setUnprovenInputs(sourced, market) : sourced;
  const listedMarket = markets[market];
  tx.setMarkets(
    listedMarket
      ? {
          ...markets,
          [market]: removeExpiredContracts(
            listedMarket,
            listContractsWithFixedTerms(tx.state, market),
            tx.nowMs,
          ),
        }
      : markets,
  );
  for (const { id } of instruments) haltFaultyPlaybooks(tx, config, market, id);
}

/**
 * Terms that stay in effect, by contract: the old terms for contracts in use. A contract with
 * changed terms keeps the old ones until its history is loaded again, because its bars and playbook
 * states are in old ticks.
 */
function buildHeldTerms(
  state: DeskState,
  {
    market,
    instruments,
    heldByShadows,
    reloadedContracts,
  }: Extract<EngineEvent, { type: 'MarketListed' }>,
): Readonly<Record<string, Instrument>> {
  const fixedTerms = listContractsWithFixedTerms(state, market, heldByShadows);
  const mustKeepTerms = (id: string): boolean =>
    fixedTerms.has(id) ||
    (state.markets[market]?.instruments[id]?.newTerms !== undefined &&
      reloadedContracts?.includes(id) !== true);
  const listings = state.listings[market] ?? {};
  return Object.fromEntries(
    instruments.flatMap(({ id }) =>
      listings[id] && mustKeepTerms(id) ? [[id, listings[id]] as const] : [],
    ),
  );
}

/**
 * Earlier versions halted trading when a contract in use changed its terms. This is the reason text
 * they stored.
 */
const TERMS_HALT =
  /^\S.* of \S+ came with another tick or lot while positions are open in it; close them under the old terms first$/;

/** Such a halt is obsolete: the contract now keeps its old terms. */
function liftTermsHalt(tx: StateTransaction): void {
  const { state, reason } = tx.state.trading;
  if (state !== 'HALTED' || !TERMS_HALT.test(reason)) return;
  tx.record(
    'TradingResumed',
    { userId: null, bookId: null },
    {
      reason:
        'contracts whose terms have changed are traded on under the terms they are held under',
    },
  );
}

function applyMarketPrice(
  tx: StateTransaction,
  config: EngineConfig,
  { event, isBackfill, isUnstored = false }: Extract<EngineEvent, { type: 'Market' }>,
  givenMarkets: DeskState['markets'] | null,
): void {
  const before = tx.state.markets;
  tx.setMarkets(
    givenMarkets ??
      applyMarketEvent(
        before,
        event,
        config,
        { isBackfill, isUnstored },
        createSignalLookup(tx.state, event.market),
      ),
  );
  if (tx.state.markets === before || isUnstored) return;
  haltFaultyPlaybooks(tx, config, event.market, event.instrumentId);
  if (!givenMarkets) scoreSignals(tx, event);
  if (isBackfill) return;
  // Values before it decides, so that the daily loss is that of the day which the bar ends.
  if (event.type !== 'BarOpened') valueBooks(tx, config);
  checkMargin(tx, config, event.market, event.instrumentId);
  retryCloses(tx, config, event.market, event.instrumentId);
  endMovedProposals(tx, event.market, event.instrumentId);
  rollEndingMonths(tx, config, event.market, event.instrumentId);
  const trigger = findTrigger(tx, config, event);
  if (trigger) decideForAllBooks(tx, config, event.market, event.instrumentId, trigger);
}

/** Bars decide at their end; the first bar that opens in a day session starts what waited for it. */
function findTrigger(
  tx: StateTransaction,
  { isInDaySession }: EngineConfig,
  event: MarketEvent,
): DecisionTrigger | null {
  if (event.type === 'BarClosed') return event.isQuoted ? 'LATE_BAR_END' : 'BAR_END';
  const instrument = tx.state.listings[event.market]?.[event.instrumentId];
  const { atMs } = event.quote;
  return event.type === 'BarOpened' &&
    isInDaySession &&
    instrument &&
    isInDaySession(instrument, atMs) &&
    !isInDaySession(instrument, atMs - 1)
    ? 'SESSION_OPEN'
    : null;
}

function applyCommand(
  tx: StateTransaction,
  config: EngineConfig,
  { commandId, envelope }: Extract<EngineEvent, { type: 'Command' }>,
): void {
  const { userId } = envelope;
  const seq = tx.record(
    'CommandReceived',
    { userId, bookId: null },
    { command: envelope.command, idempotencyKey: envelope.idempotencyKey },
  );
  tx.causeSeq = seq;
  const outcome = executeCommand(tx, config, envelope);
  if (!outcome.ok)
    tx.record('CommandRefused', { userId, bookId: null }, { refusal: outcome.refusal });
  const result: CommandResult = { commandId, envelope, outcome, seq, lastSeq: tx.state.logSeq };
  tx.emit({ type: 'Answer', result });
}
