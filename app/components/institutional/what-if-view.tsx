// What-if page: a GET form for an order, and its margin, cost and risk.
import type { NextStep as NextStepDto, WhatIfRequest, WhatIfDto } from '../../contracts/what-if';
import { COMMODITIES } from '../../trading/domain/commodity';
import {
  formatCount,
  formatDateTime,
  formatPercent,
  formatSignedMoney,
  formatDollars,
} from '../../trading/domain/format';
import { fromDollars } from '../../trading/domain/units';
import { Button } from '../button';
import { SelectField } from '../choices';
import { CommodityTabs } from '../commodity-tabs';
import { type ErrorLine, ErrorSummary } from '../error-summary';
import { Field } from '../field';
import { Sentence, Signed } from '../figures';
import { Card, Head } from './card';
import { Figure, Figures, NoData } from './figures';
import { Gauge } from './gauge';
import styles from './institutional.module.css';
import { NextStep } from './next-step';
import { PayoffChart } from './payoff-chart';
import { OwnSensitivities } from './sensitivity-card';
import { STRESS_NAMES } from '../../contracts/risk';
import { buildHref } from '../../contracts/base-path';

const formatSignedDollars = (amount: number): string => formatSignedMoney(fromDollars(amount));

interface WhatIfViewProps {
  readonly request: WhatIfRequest;
  readonly contracts: readonly { readonly chain: string; readonly label: string }[];
  readonly playbooks: readonly { readonly id: string; readonly name: string }[];
  readonly faults: { readonly [name: string]: string | undefined };
  readonly result: WhatIfDto | null;
  readonly next: NextStepDto;
  readonly timeZone: string;
}

export function WhatIfView(props: WhatIfViewProps) {
  const { request, result, faults, next, playbooks, timeZone } = props;
  const lines = Object.entries(faults).flatMap(([name, text]): ErrorLine[] =>
    text === undefined ? [] : [name === 'commodity' ? text : { text, fieldId: name }],
  );
  return (
    <>
      <div>
        <h1>What if</h1>
        <p className="muted">
          Margin, cost and risk. No order is sent.{' '}
          <a href={buildHref('/institutional')} data-visit="">
            Risk of the current account
          </a>
        </p>
      </div>
      <CommodityTabs
        shown={request.commodity}
        toPath={(key) => `/what-if?commodity=${key ?? ''}`}
      />
      {lines.length > 0 ? <ErrorSummary title="Check your input" lines={lines} /> : null}
      <OrderForm {...props} />
      {result ? (
        <>
          <Verdict refusals={result.refusals} />
          <div className={styles['answers']}>
            <GaugeCard gauges={result.gauges} riskReason={result.riskReason} />
            <div className={styles['column']}>
              <PayoffCard result={result} unit={COMMODITIES[request.commodity].priceUnit} />
              <NextStep request={request} step={next} playbooks={playbooks} />
            </div>
          </div>
          <WhatIfResult request={request} result={result} timeZone={timeZone} />
        </>
      ) : null}
    </>
  );
}

const SIDES = [
  { value: 'BUY', label: 'Buy' },
  { value: 'SELL', label: 'Sell' },
] as const;

function OrderForm({ request, contracts, playbooks, faults }: WhatIfViewProps) {
  const { displayName, sizeUnit } = COMMODITIES[request.commodity];
  const getError = (name: string): string | null => faults[name] ?? null;
  return (
    <section className={styles['card']} aria-labelledby="ask">
      <h2 id="ask">Order in {displayName}</h2>
      <form
        key={request.commodity}
        method="get"
        action={buildHref('/what-if')}
        className={styles['form']}
      >
        <input type="hidden" name="commodity" value={request.commodity} />
        <SelectField
          id="contract"
          name="contract"
          label="Contract"
          chosen={request.chain}
          error={getError('contract')}
          options={contracts.map(({ chain, label }) => ({ value: chain, label }))}
        />
        <SelectField
          id="side"
          name="side"
          label="Side"
          chosen={request.side}
          error={getError('side')}
          options={SIDES}
        />
        <Field
          id="size"
          name="size"
          label={`Size (${sizeUnit})`}
          error={getError('size')}
          defaultValue={request.size}
          inputMode="decimal"
          maxLength={20}
          autoComplete="off"
          placeholder="automatic"
        />
        <SelectField
          id="playbook"
          name="playbook"
          label="Strategy (sets stop and size)"
          chosen={request.playbook}
          error={getError('playbook')}
          options={[
            { value: '', label: 'None: without a stop' },
            ...playbooks.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
        <Button look="main">Compute</Button>
      </form>
    </section>
  );
}

function WhatIfResult({
  request,
  result,
  timeZone,
}: {
  request: WhatIfRequest;
  result: WhatIfDto;
  timeZone: string;
}) {
  return (
    <div className={styles['grid']}>
      <OrderCard request={request} result={result} timeZone={timeZone} />
      <LimitsCard result={result} />
      <RiskCard result={result} />
      <ShocksCard result={result} />
      <OwnSensitivities
        figures={result.sensitivities}
        reason={result.sensitivityReason}
        of="this order alone, at the last price"
      />
    </div>
  );
}

function Verdict({ refusals }: Pick<WhatIfDto, 'refusals'>) {
  const passes = refusals.length === 0;
  return (
    <div
      role="status"
      className={`${styles['verdict']} ${passes ? styles['passes'] : styles['refused']}`}
    >
      <p>
        <span aria-hidden="true">{passes ? '\u2713' : '\u2715'} </span>
        {passes ? 'Passes all pre-trade checks.' : 'Rejected by pre-trade checks: '}
      </p>
      {passes ? null : (
        <ul className={styles['reasons']}>
          {refusals.map((text) => (
            <li key={text}>
              <Sentence>{text}</Sentence>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const GaugeCard = ({ gauges, riskReason }: Pick<WhatIfDto, 'gauges' | 'riskReason'>) => (
  <section className={styles['card']} aria-labelledby="before-after">
    <h2 id="before-after">Limits before and after</h2>
    {gauges.map(({ key, name, before, after, allowed, limitName }) => (
      <Gauge
        key={key}
        name={name}
        before={before}
        value={after}
        limit={allowed}
        limitName={limitName}
      />
    ))}
    {riskReason === null ? null : <NoData why={riskReason} />}
  </section>
);

const PayoffCard = ({ result: { payoff }, unit }: { result: WhatIfDto; unit: string }) => (
  <section className={styles['card']} aria-labelledby="payoff">
    <h2 id="payoff">Payoff to stop and target</h2>
    {payoff ? (
      <PayoffChart chart={payoff} unit={unit} />
    ) : (
      <NoData why="The order has no stop: choose a strategy, or wait until its ATR is available." />
    )}
  </section>
);

const ORDER_HOW = [
  'Collateral is the full notional, without leverage; where prices may cross zero, the larger of price and median price is used. The engine’s size is the settings band at full conviction without an AI signal, within the risk limit of the stop.',
  'A round trip pays the fee twice, the spread once and slippage twice, at the current quote. The stop distance is a multiple of ATR from the bid or ask; a gap may fill it worse.',
] as const;

function OrderCard({
  request,
  result,
  timeZone,
}: {
  request: WhatIfRequest;
  result: WhatIfDto;
  timeZone: string;
}) {
  const { costs } = result;
  return (
    <Card
      id="order"
      title={`${request.side} ${result.sizeText} of ${result.contract}`}
      source={`${result.physical} at ${result.price} ${result.priceUnit}, the last price, of ${formatDateTime(Date.parse(result.asOf), timeZone)}.`}
      how={ORDER_HOW}
    >
      <Figures>
        <Figure name="Notional" value={formatDollars(result.notional)} />
        <Figure
          name="Collateral"
          value={formatDollars(result.collateral)}
          note={`of ${formatDollars(result.availableCash)} available`}
        />
        <Figure
          name="Round trip"
          value={formatDollars(costs.total)}
          note={`fees ${formatDollars(costs.fees)}, spread ${formatDollars(costs.spread)}, slippage ${formatDollars(costs.slippage)}`}
        />
        <Figure
          name="Stop"
          value={result.stop ?? 'none'}
          note={
            result.stopLoss === null
              ? 'no strategy, or ATR not available yet'
              : `${formatDollars(result.stopLoss)} lost there, before costs`
          }
        />
        <Figure
          name="Target"
          value={result.target ?? 'none'}
          note={
            result.targetGain === null
              ? 'the strategy sets none'
              : `${formatDollars(result.targetGain)} gained there, before costs`
          }
        />
        <Figure
          name="Worst five days"
          value={result.worstWeek ? formatSignedDollars(result.worstWeek.profit) : 'N/A'}
          note={
            result.worstWeek
              ? `of ${formatCount(result.worstWeek.days)} trading days; ended ${formatCount(result.worstWeek.daysAgo)} trading days ago`
              : 'no data: no daily moves'
          }
        />
      </Figures>
    </Card>
  );
}

const LIMITS_HOW = [
  'The limits of your risk level and position size, as pre-trade checks apply them to every entry: percent of equity, of cash, and of equity at the start of the day.',
] as const;

const LimitsCard = ({ result: { limits } }: { result: WhatIfDto }) => (
  <Card
    id="limits"
    title="Headroom"
    source="The account and its limits at this moment."
    how={LIMITS_HOW}
  >
    <ScrollTable label="Limit headroom">
      <Head columns={['Used', 'Added', 'Limit value', 'Left after']} first="Limit" />
      <tbody>
        {limits.map(({ key, name, used, added, allowed, left }) => (
          <tr key={key}>
            <th scope="row" data-text>
              {name}
            </th>
            <td data-number>{formatDollars(used)}</td>
            <td data-number>{formatDollars(added)}</td>
            <td data-number>{formatDollars(allowed)}</td>
            <td data-number>
              <span className={left < 0 ? 'bad' : undefined}>{formatDollars(left)}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </ScrollTable>
  </Card>
);

const RISK_HOW = [
  'Filtered historical simulation of the account, and of the account with the order at the last price, over the same days. Marginal is the Euler allocation of the new total: below zero for a hedge.',
] as const;

function RiskCard({ result: { risk, riskReason } }: { result: WhatIfDto }) {
  const rows = risk
    ? ([
        ['VaR 95%', risk.without.var95, risk.with.var95, risk.part95],
        ['VaR 99%', risk.without.var99, risk.with.var99, risk.part99],
        ['Expected shortfall 97.5%', risk.without.es975, risk.with.es975, null],
      ] as const)
    : [];
  return (
    <Card
      id="risk"
      title="Account risk, one day"
      source="Daily moves of the active contract months; current positions."
      how={RISK_HOW}
    >
      {risk ? (
        <ScrollTable label="Risk without and with the order">
          <Head columns={['Without', 'With', 'Change', 'Marginal']} first="Figure" />
          <tbody>
            {rows.map(([name, without, withOrder, part]) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td data-number>{formatDollars(without)}</td>
                <td data-number>{formatDollars(withOrder)}</td>
                <td data-number>
                  {formatSignedDollars(withOrder - without)}{' '}
                  {without > 0 ? (
                    <span className="muted">
                      ({formatPercent((100 * (withOrder - without)) / without, 0)})
                    </span>
                  ) : null}
                </td>
                <td data-number>{part === null ? '' : formatSignedDollars(part)}</td>
              </tr>
            ))}
          </tbody>
        </ScrollTable>
      ) : (
        <NoData why={riskReason ?? 'VaR has not been computed.'} />
      )}
    </Card>
  );
}

const SHOCKS_HOW = [
  'Each shock runs on paired simulations with the same seed; median P&L over the pairs, with stops and gaps. The shocks are described on the institutional page.',
] as const;

const ShocksCard = ({ result: { stresses, stressReason } }: { result: WhatIfDto }) => (
  <Card
    id="shocks"
    title="Weather shocks"
    source={
      stresses.length === 0
        ? 'Paired simulations.'
        : `Paired simulations, at least ${Math.min(...stresses.map((row) => row.with.pairs))} for each shock.`
    }
    how={SHOCKS_HOW}
  >
    {stresses.length === 0 ? (
      <NoData why={stressReason ?? 'No stress simulation yet.'} />
    ) : (
      <ScrollTable label="P&L under weather shocks without and with the order">
        <Head columns={['Without', 'With', '5th percentile']} first="Shock" />
        <tbody>
          {stresses.map(({ without, with: withOrder }) => (
            <tr key={`${withOrder.shock}-${withOrder.date}`}>
              <th scope="row">
                {STRESS_NAMES[withOrder.shock]}{' '}
                <span className="muted">
                  {withOrder.date === 'now' ? 'today' : withOrder.monthDay}
                </span>
              </th>
              {[without.profit, withOrder.profit, withOrder.badly].map((profit, index) => (
                <td key={index} data-number>
                  <Signed>{formatSignedDollars(profit)}</Signed>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </ScrollTable>
    )}
  </Card>
);

const ScrollTable = ({ label, children }: { label: string; children: React.ReactNode }) => (
  <section className={styles['scroll']} aria-label={label} tabIndex={0}>
    <table className={styles['table']}>{children}</table>
  </section>
);
