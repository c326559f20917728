// The honesty ledger: what the networks say, what became of what they said, and which of them are no longer listened to.
import type { SignalLedgerWire } from '../../contracts/signals';
import { count, decimalNumber, percent } from '../../trading/domain/format';
import { Moment } from '../figures';
import { ReliabilityTable, ScoreTable } from './score-tables';
import { ScoredTable } from './scored-table';
import { SignalCard } from './signal-card';
import styles from './signals.module.css';

interface LedgerProps extends SignalLedgerWire {
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
          No signal is in force.{' '}
          {ledger.reason ?? 'The next ones come with the next forecast run or at midnight UTC.'}
        </p>
      ) : (
        <InForce rows={rows} timeZone={timeZone} />
      )}
      {byMarket.length === 0 ? (
        <p className={styles['text']}>
          No signal has been scored yet: the first ones end a day after they were made.{' '}
          {count(ledger.waiting)} wait.
        </p>
      ) : (
        <>
          <ScoreTable id="networks" caption="Scores by network" rows={totals} />
          <ReliabilityTable rows={reliability} />
          <ScoreTable id="markets" caption="Scores by market" rows={byMarket} />
          <ScoredTable rows={scored} timeZone={timeZone} />
        </>
      )}
      <Rule {...ledger.rule} />
    </>
  );
}

const InForce = ({ rows, timeZone }: Pick<LedgerProps, 'rows' | 'timeZone'>) => (
  <section className={styles['panel']} aria-labelledby="in-force">
    <div className={styles['head']}>
      <h2 id="in-force">Signals in force</h2>
      <p className="muted">
        Written down with the price they start from, before anybody knows how they end. The word is
        that of your risk level.
      </p>
    </div>
    <ul className={styles['cards']}>
      {rows.map((signal) => (
        <SignalCard key={signal.symbol} signal={signal} timeZone={timeZone} />
      ))}
    </ul>
  </section>
);

const Head = ({ market, asOf, waiting, networks, reason, rows, spoken, timeZone }: LedgerProps) => (
  <div>
    <h1>AI Signals</h1>
    <p className="muted">
      Market {market}, as of <Moment iso={asOf} timeZone={timeZone} />. {count(networks)} neural
      networks; {count(waiting)} signals wait for their end.
      {spoken === null ? null : (
        <>
          {' '}
          They spoke last at <Moment iso={spoken.at} timeZone={timeZone} />, which took{' '}
          {decimalNumber(spoken.tookMs / 1000, 1)} s and {count(spoken.memoryMb)} MB.
        </>
      )}
    </p>
    {reason === null || rows.length === 0 ? null : <p className={styles['reason']}>{reason}</p>}
  </div>
);

const Rule = ({ level, days, evidence, lateMinutes }: SignalLedgerWire['rule']) => (
  <details className={styles['rule']}>
    <summary>How signals are made, scored and demoted</summary>
    <p>
      After each forecast run and at midnight UTC the networks tell the chance that a contract
      stands higher a day later. It is written into the log with the price, the reasons and three
      simple forecasts: even chances, the trend of a month, and the season. A day later all four are
      scored by the first price of that contract; where none comes within {count(lateMinutes)}{' '}
      minutes, because the desk stood still, nothing is counted.
    </p>
    <p>
      A signal is BUY or SELL only where the evaluation found skill in that market, the chance is
      far enough from even for your risk level, and the expected gain pays for one and a half round
      trips. Else it is HOLD.
    </p>
    <p>
      A stake is laid, day by day, on each simple forecast doing better than the network. Once a
      stake has grown {count(evidence)} times after {count(days)} days or more, the network is
      demoted to HOLD in that market. A network that is no worse than all three is demoted there
      with a chance of {percent(100 * level, 0)} at most, however often one looks. New weights begin
      anew.
    </p>
  </details>
);
