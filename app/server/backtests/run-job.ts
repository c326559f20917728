// Runs one backtest: simulates the market, trades the strategy, records the trial, tests for
// overfitting.
import { renderBacktestReport } from '../../models/reports/backtest-report';
import type { BacktestModel } from '../../models/reports/report-model';
import { assessOverfitting } from '../../models/reports/overfitting-tests';

import { formatIsoTime } from '../../trading/domain/format';
import { type EpochMs, toDollars } from '../../trading/domain/units';
import { findPlaybookRow } from '../../trading/strategies/playbooks/catalog';
import { computeMetrics } from '../../trading/backtest/metrics';
import type { JobOrder } from './job-messages';
import { recordTrials, getLedgerPath, countFamilyTrials } from './trial-ledger';
import { buildReportModel } from './report-model';
import { type OpenWorld, type CompletedRun, runWorld, summarizeStudy } from './study';
import { type AssessedStudy, getBacktestConclusion } from './backtest-conclusion';
import type { BacktestResultDto } from '../../contracts/api/backtest';
import type { StoredBacktestResult } from '../../contracts/backtest-view';
import { buildBacktestDetails } from './backtest-details';

interface JobDependencies {
  readonly openWorld: OpenWorld;
  readonly nowMs: () => EpochMs;
  readonly codeVersion: string;
  /** Fraction 0 to 1, and the current activity. */
  readonly onProgress: (fraction: number, activity: string) => void;
}

/** Approximate fraction of the work spent on simulation. */
const SIMULATION_FRACTION = 0.9;

/**
 * Runs a backtest and records its trial. Throws TrialsError for an unusable ledger, RangeError for
 * an unknown playbook.
 */
export function runJob(
  { commodity, playbook, span, seedName, dataDir }: JobOrder,
  { openWorld, nowMs, codeVersion, onProgress }: JobDependencies,
): { readonly result: StoredBacktestResult; readonly report: string } {
  const row = findPlaybookRow(commodity, playbook);
  if (!row) throw new RangeError(`${commodity} has no playbook ${playbook}`);
  onProgress(0, 'preparing the simulated market');
  const worldResults = runWorld(openWorld, [row], span, (done, total) =>
    onProgress((SIMULATION_FRACTION * done) / total, `simulating, day ${done} of ${total}`),
  );
  const study = summarizeStudy(row, 0, [worldResults]);
  if (!study.last) throw new RangeError('a run in one market must keep its tapes');
  onProgress(SIMULATION_FRACTION, 'testing for overfitting');
  const createdMs = nowMs();
  const trials = countFamilyTrials(recordTrials(getLedgerPath(dataDir), [study], createdMs), row);
  const assessed: AssessedStudy = { ...study, verdict: getBacktestConclusion(study, trials) };
  const model = buildReportModel(
    assessed,
    study.last,
    { kind: 'simulated', seed: seedName },
    { createdMs, codeVersion, timeZone: 'UTC' },
  );
  return {
    result: {
      ...buildResult(assessed, study.last, model, trials),
      details: buildBacktestDetails(study.last.run, model.years, model.instruments),
    },
    report: renderBacktestReport(model),
  };
}

function buildResult(
  { outcomes: [outcome], verdict: { edge, deflated } }: AssessedStudy,
  { run }: CompletedRun,
  { overfitting: overfittingTests }: BacktestModel,
  configurations: number,
): BacktestResultDto {
  if (!outcome) throw new RangeError('a run in one market must have one outcome');
  const { curve, trades, costSharePercent, profit, turnoverPerYear } = computeMetrics(run);
  const { deflatedSharpe } = overfittingTests;
  const { hasEdge, sentence } = assessOverfitting(overfittingTests);
  return {
    from: formatIsoTime(outcome.fromMs),
    until: formatIsoTime(outcome.untilMs),
    capital: toDollars(run.capitalMills),
    netProfit: toDollars(profit.netMills),
    netPercentAYear: outcome.accountReturnPercent,
    worstYearPercent: { value: outcome.worstYearPercent },
    trades: outcome.trades,
    tradesPerYear: outcome.tradesPerYear,
    edgeBp: edge ? { value: edge.edgeBp } : NO_TRADES,
    costBp: edge ? { value: edge.costBp } : NO_TRADES,
    turnoverPerYear,
    sharpe: curve.sharpeRatio,
    deflatedSharpe:
      deflatedSharpe.value === null ? deflatedSharpe : { value: deflatedSharpe.value.probability },
    hurdleSharpe:
      deflated === null
        ? { value: null, reason: 'no Sharpe ratio, so no hurdle' }
        : { value: deflated.hurdleSharpe },
    configurations,
    drawdownPercent:
      curve.drawdown.value === null ? curve.drawdown : buildPercent(curve.drawdown.value.percent),
    hitRatePercent: trades.winRatePercent,
    costSharePercent,
    hasEdge,
    verdict: outcome.trades === 0 ? 'No simulated edge: no trades.' : sentence,
  };
}

const NO_TRADES = { value: null, reason: 'no trades' } as const;

const buildPercent = (value: number | null): BacktestResultDto['drawdownPercent'] =>
  value === null ? { value, reason: 'a drawdown started at a peak at or below zero' } : { value };
