// AI Signals page: what is tradable now; track record, ranges and rules are folded below.

import {
  capitalizeFirst,
  formatCount,
  formatNumber,
  formatPercent,
} from '../../trading/domain/format';
import { CsvLink } from '../csv-link';
import { Timestamp } from '../figures';
import { ReliabilityTable } from './reliability-table';
import { ScoreTable } from './score-table';
import { ScoredTable } from './scored-table';
import { RangeTable, SpikeTable } from './outlook-tables';
import { SignalBoard } from './signal-board';
import { formatTrackRecord } from './score-texts';
import { formatSignalHeadline } from './board-texts';
import styles from './signals.module.css';
import type { SignalTrackRecordDto } from '../../contracts/api/signals';
import { buildHref } from '../../contracts/base-path';

interface LedgerProps extends SignalTrackRecordDto {
  readonly asOf: string;
  readonly timeZone: string;
}

export function LedgerView(ledger: LedgerProps) {
  const { rows, timeZone } = ledger;
  return (
    <>
      <Head {...ledger} />
      {rows.length === 0 ? (
        <p className={styles['text']}>
          No active signals.{' '}
          {ledger.reason ?? 'Next update: the next forecast run or midnight UTC.'}
        </p>
      ) : (
        <SignalBoard rows={rows} timeZone={timeZone} />
      )}
      <SilentMarkets silent={ledger.silent} />
      <TrackRecord {...ledger} />
      <Outlooks {...ledger} />
      <SignalRules {...ledger} />
    </>
  );
}

const Head = ({ asOf, reason, rows, timeZone }: LedgerProps) => (
  <div className={styles['lead']}>
    <h1>AI Signals</h1>
    {rows.length === 0 ? null : <p className={styles['headline']}>{formatSignalHeadline(rows)}</p>}
    <p className="muted">
      As of <Timestamp iso={asOf} timeZone={timeZone} /> <CsvLink name="signals" />
    </p>
    {reason === null || rows.length === 0 ? null : <p className={styles['reason']}>{reason}</p>}
  </div>
);

/** Markets with the same reason share a line. */
function SilentMarkets({ silent }: Pick<LedgerProps, 'silent'>) {
  const namesByReason = new Map<string, readonly string[]>();
  for (const { name, reason } of silent)
    namesByReason.set(reason, [...(namesByReason.get(reason) ?? []), name]);
  return silent.length === 0 ? null : (
    <section className={styles['silent']} aria-labelledby="silent">
      <h2 id="silent">Markets without a forecast</h2>
      <p>
        A network needs most of its inputs. Revisions compare weather forecasts of up to ten days,
        which a new server has to collect first.
      </p>
      <dl>
        {[...namesByReason].map(([reason, names]) => (
          <div key={reason}>
            <dt>{names.join(', ')}</dt>
            <dd>{capitalizeFirst(reason)}.</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function TrackRecord(ledger: LedgerProps) {
  const { byMarket, totals, reliability, scored, timeZone } = ledger;
  return (
    <details className={styles['rule']} id="track-record">
      <summary>{formatTrackRecord(ledger)}</summary>
      {byMarket.length === 0 ? (
        <p>The first signals expire one day after issue.</p>
      ) : (
        <div className={styles['tables']}>
          <ScoreTable id="networks" caption="Scores by network" rows={totals} />
          <ReliabilityTable rows={reliability} />
          <ScoreTable id="markets" caption="Scores by market" rows={byMarket} />
          <ScoredTable rows={scored} timeZone={timeZone} />
        </div>
      )}
    </details>
  );
}

const Outlooks = ({ ranges, spikes }: LedgerProps) =>
  ranges.length === 0 && spikes.length === 0 ? null : (
    <details className={styles['rule']} id="outlooks">
      <summary>Expected move sizes and spike risk of power</summary>
      <div className={styles['tables']}>
        <RangeTable ranges={ranges} />
        <SpikeTable spikes={spikes} />
      </div>
    </details>
  );

const SignalRules = ({
  market,
  networks,
  spoken: lastRun,
  timeZone,
  rule: { level, days, evidence, lateMinutes },
}: LedgerProps) => (
  <details className={styles['rule']}>
    <summary>How signals are issued, scored and demoted</summary>
    <p>
      Market {market}, {formatCount(networks)} neural networks. Each signal is recorded at issue and
      scored at expiry. The{' '}
      <a href={buildHref('/model-card')} data-visit="">
        model card
      </a>{' '}
      has the evidence of skill.
      {lastRun === null ? null : (
        <>
          {' '}
          Last run <Timestamp iso={lastRun.at} timeZone={timeZone} />:{' '}
          {formatNumber(lastRun.tookMs / 1000, 1)} s and {formatCount(lastRun.memoryMb)} MB.
        </>
      )}
    </p>
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
