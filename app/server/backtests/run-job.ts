// Work of a backtest of the app: simulates the market, trades the strategy, records the trial, tests
// for overfitting.
import { renderBacktestReport } from '../../models/reports/backtest-report';
import type { BacktestModel } from '../../models/reports/report-model';
import { assessOverfitting } from '../../models/reports/overfitting-tests';

import { formatIsoTime } from '../../trading/domain/format';
import { type EpochMs, toDollars } from '../../trading/domain/units';
import { findPlaybookRow } from '../../trading/strategies/playbooks/catalog';
import { computeMetrics } from '../../trading/backtest/metrics';
import type { BacktestRun } from '../../trading/backtest/backtest-run';
import type { OnJobPart } from '../jobs/job-kind';
import type { ReportRequest, StrategyRequest, StrategyRun } from './backtest-jobs';
import { recordTrials, getLedgerPath, countFamilyTrials } from './trial-ledger';
import { buildReportModel, computeTapeChecks } from './report-model';
import { type OpenWorld, type StudyResult, runWorld } from './study';
import { type AssessedStudy, getBacktestConclusion } from './backtest-conclusion';
import type { BacktestResultDto } from '../../contracts/api/backtest';
import type { StoredBacktestResult } from '../../contracts/backtest-view';
import { buildBacktestDetails } from './backtest-details';

function findRow({ commodity, playbook }: Pick<StrategyRequest, 'commodity' | 'playbook'>) {
  const row = findPlaybookRow(commodity, playbook);
  if (!row) throw new RangeError(`${commodity} has no playbook ${playbook}`);
  return row;
}

/** Simulates the market and trades the strategy. Throws RangeError for an unknown playbook. */
export function runStrategy(
  request: StrategyRequest,
  openWorld: OpenWorld,
  onPart: OnJobPart,
): StrategyRun {
  const row = findRow(request);
  onPart(0, 'preparing the simulated market');
  const [result] = runWorld(openWorld, [row], request.span, (done, total) =>
    onPart(done / total, `simulating, day ${done} of ${total}`),
  );
  if (!result?.last) throw new RangeError('a run in one market must keep its tapes');
  const { outcome, gains, last } = result;
  return { outcome, gains, run: last.run, checks: computeTapeChecks(last) };
}

interface ReportOrigin {
  readonly nowMs: () => EpochMs;
  readonly codeVersion: string;
}

/** Records the trial and builds the report. Throws TrialsError for an unusable ledger. */
export function reportBacktest(
  { run: { outcome, gains, run, checks }, ...request }: ReportRequest,
  { nowMs, codeVersion }: ReportOrigin,
): { readonly result: StoredBacktestResult; readonly report: string } {
  const row = findRow(request);
  const study: StudyResult = {
    row,
    outcomes: [outcome],
    gains: [gains],
    missing: null,
    last: null,
  };
  const createdMs = nowMs();
  const trials = countFamilyTrials(
    recordTrials(getLedgerPath(request.dataDir), [study], createdMs),
    row,
  );
  const assessed: AssessedStudy = { ...study, verdict: getBacktestConclusion(study, trials) };
  const model = buildReportModel(
    assessed,
    { run, checks },
    { kind: 'simulated', seed: request.seedName },
    { createdMs, codeVersion, timeZone: 'UTC' },
  );
  return {
    result: {
      ...buildResult(assessed, run, model, trials),
      details: buildBacktestDetails(run, model.years, model.instruments),
    },
    report: renderBacktestReport(model),
  };
}

function buildResult(
  { outcomes: [outcome], verdict: { edge, deflated } }: AssessedStudy,
  run: BacktestRun,
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
