// AI Signals page: active signals, scores, calibration and demotion rule.

import { formatCount, formatNumber, formatPercent } from '../../trading/domain/format';
import { Timestamp } from '../figures';
import { ReliabilityTable, ScoreTable } from './score-tables';
import { ScoredTable } from './scored-table';
import { RangeTable, SpikeTable } from './outlook-tables';
import { SignalCard } from './signal-card';
import styles from './signals.module.css';
import type { SignalTrackRecordDto } from '../../contracts/api/signals';

interface LedgerProps extends SignalTrackRecordDto {
  readonly asOf: string;
  readonly timeZone: string;
}

export function LedgerView(ledger: LedgerProps) {
  const { rows, scored, totals, byMarket, reliability, timeZone } = ledger;
  return (
    <>
      <Head {...ledger} />
      {rows.length === 0 ? (
        <p className={styles['text']}>
          No active signals.{' '}
          {ledger.reason ?? 'Next update: the next forecast run or midnight UTC.'}
        </p>
      ) : (
        <ActiveSignals rows={rows} timeZone={timeZone} />
      )}
      <RangeTable ranges={ledger.ranges} />
      <SpikeTable spikes={ledger.spikes} />
      {byMarket.length === 0 ? (
        <p className={styles['text']}>
          No signal scored yet: the first ones expire one day after issue.{' '}
          {formatCount(ledger.waiting)} pending.
        </p>
      ) : (
        <>
          <ScoreTable id="networks" caption="Scores by network" rows={totals} />
          <ReliabilityTable rows={reliability} />
          <ScoreTable id="markets" caption="Scores by market" rows={byMarket} />
          <ScoredTable rows={scored} timeZone={timeZone} />
        </>
      )}
      <SignalRules {...ledger.rule} />
    </>
  );
}

const ActiveSignals = ({ rows, timeZone }: Pick<LedgerProps, 'rows' | 'timeZone'>) => (
  <section className={styles['panel']} aria-labelledby="in-force">
    <div className={styles['head']}>
      <h2 id="in-force">Active signals</h2>
      <p className="muted">Recorded at issue; scored at expiry. Thresholds: your risk level.</p>
    </div>
    <ul className={styles['cards']}>
      {rows.map((signal) => (
        <SignalCard key={signal.symbol} signal={signal} timeZone={timeZone} />
      ))}
    </ul>
  </section>
);

const Head = ({
  market,
  asOf,
  waiting,
  networks,
  reason,
  rows,
  spoken: lastRun,
  timeZone,
}: LedgerProps) => (
  <div>
    <h1>AI Signals</h1>
    <p className="muted">
      Market {market}, as of <Timestamp iso={asOf} timeZone={timeZone} />. {formatCount(networks)}{' '}
      neural networks; {formatCount(waiting)} signals awaiting expiry.
      {lastRun === null ? null : (
        <>
          {' '}
          Last run <Timestamp iso={lastRun.at} timeZone={timeZone} />:{' '}
          {formatNumber(lastRun.tookMs / 1000, 1)} s and {formatCount(lastRun.memoryMb)} MB.
        </>
      )}
    </p>
    {reason === null || rows.length === 0 ? null : <p className={styles['reason']}>{reason}</p>}
  </div>
);

const SignalRules = ({ level, days, evidence, lateMinutes }: SignalTrackRecordDto['rule']) => (
  <details className={styles['rule']}>
    <summary>How signals are issued, scored and demoted</summary>
    <p>
      After each forecast run and at midnight UTC the networks forecast the probability that a
      contract is higher one day later. It is recorded with the price, the drivers and three
      benchmarks: 50/50, the 1-month trend, and the season. One day later all four are scored
      against the first price of that contract; without one within {formatCount(lateMinutes)}{' '}
      minutes, as in an outage, nothing is counted.
    </p>
    <p>
      A new BUY or SELL needs proven skill of its model in that market, a probability beyond the
      threshold of your risk level, and an expected gain while held above the cost hurdle of 1.5
      round trips. It stays until the probability crosses 50%. Otherwise the signal is HOLD. Skill
      grade A is skill on two sets of simulations that the model was not trained on, B on the first
      set only.
    </p>
    <p>
      Daily e-process: network vs benchmark. Once the evidence for a benchmark reaches{' '}
      {formatCount(evidence)} after {formatCount(days)} days or more, the network is demoted to HOLD
      in that market. A network no worse than all three benchmarks is demoted with a probability of
      at most {formatPercent(100 * level, 0)}, however often it is tested. New weights reset the
      test.
    </p>
  </details>
);
