// One backtest as the app runs it: the world is walked, the playbook traded, the trial entered, the
// result doubted and written down.
import { backtestReport } from '../../models/reports/backtest-report';
import type { BacktestModel } from '../../models/reports/model';
import { assessOverfitting as sentenceOf } from '../../models/reports/overfitting-tests';

import { isoMoment } from '../../trading/domain/format';
import { type EpochMs, toDollars } from '../../trading/domain/units';
import { findPlaybookRow } from '../../trading/strategies/playbooks/catalogue';
import { computeMetrics } from '../../trading/backtest/metrics';
import type { JobOrder } from './job';
import { enterTrials, ledgerIn, spreadOfMode } from './ledger';
import { reportModel } from './report-model';
import { type OpenWorld, type Ran, runWorld, summarizeStudy } from './study';
import { type Judged, getBacktestConclusion } from './conclusion';
import type { BacktestResultDto } from '../../contracts/api/backtest';

interface JobPorts {
  readonly open: OpenWorld;
  readonly nowMs: () => EpochMs;
  readonly codeVersion: string;
  /** 0 to 1, and what is being done. */
  readonly onProgress: (share: number, doing: string) => void;
}

/** What walking the world takes of the whole, about. */
const WALK_SHARE = 0.9;

/**
 * Runs a backtest and enters it into the ledger. Throws TrialsError for a ledger that cannot be
 * gone on with, RangeError for a playbook that there is not.
 */
export function runJob(
  { mode, playbook, span, seedName, dataDir }: JobOrder,
  { open, nowMs, codeVersion, onProgress }: JobPorts,
): { readonly result: BacktestResultDto; readonly report: string } {
  const row = findPlaybookRow(mode, playbook);
  if (!row) throw new RangeError(`${mode} has no playbook ${playbook}`);
  onProgress(0, 'makes the world up to the first day');
  const walked = runWorld(open, [row], span, (done, total) =>
    onProgress((WALK_SHARE * done) / total, `simulating, day ${done} of ${total}`),
  );
  const studied = summarizeStudy(row, 0, [walked]);
  if (!studied.last) throw new RangeError('a run in one world leaves its tapes');
  onProgress(WALK_SHARE, 'reckons how far the result could be luck');
  const madeMs = nowMs();
  const spread = spreadOfMode(enterTrials(ledgerIn(dataDir), [studied], madeMs), mode);
  const judged: Judged = { ...studied, verdict: getBacktestConclusion(studied, spread) };
  const model = reportModel(
    judged,
    studied.last,
    { kind: 'simulated', seed: seedName },
    { madeMs, codeVersion, timeZone: 'UTC' },
    spread.count,
  );
  return {
    result: buildResult(judged, studied.last, model, spread.count),
    report: backtestReport(model),
  };
}

function buildResult(
  { outcomes: [outcome] }: Judged,
  { run }: Ran,
  { doubt }: BacktestModel,
  configurations: number,
): BacktestResultDto {
  if (!outcome) throw new RangeError('a run in one world has one outcome');
  const { curve, trades, costSharePercent, profit } = computeMetrics(run);
  const { deflatedSharpe } = doubt;
  const { hasEdge, sentence } = sentenceOf(doubt);
  return {
    from: isoMoment(outcome.fromMs),
    until: isoMoment(outcome.untilMs),
    capital: toDollars(run.capitalMills),
    netProfit: toDollars(profit.netMills),
    netPercentAYear: outcome.allocatedReturnPercent,
    netPercentOnBook: outcome.bookReturnPercent,
    trades: outcome.trades,
    sharpe: curve.sharpeRatio,
    deflatedSharpe:
      deflatedSharpe.value === null ? deflatedSharpe : { value: deflatedSharpe.value.probability },
    configurations,
    drawdownPercent:
      curve.drawdown.value === null ? curve.drawdown : buildPercent(curve.drawdown.value.percent),
    hitRatePercent: trades.winRatePercent,
    costSharePercent,
    hasEdge,
    verdict: outcome.trades === 0 ? 'No simulated edge: no trades.' : sentence,
  };
}

const buildPercent = (value: number | null): BacktestResultDto['drawdownPercent'] =>
  value === null ? { value, reason: 'a fall began at a peak at or below zero' } : { value };
