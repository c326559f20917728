// What an order would do, before it exists: a form that asks by its address, and the answer beneath it.
import type { WhatIfAsked, WhatIfWire } from '../../contracts/what-if';
import { COMMODITIES } from '../../trading/domain/commodity';
import { count, dateTime, money, percent, signedMoney } from '../../trading/domain/format';
import { fromDollars } from '../../trading/domain/units';
import { Button } from '../button';
import { SelectField } from '../choices';
import { ModeLinks } from '../dashboard/mode-links';
import { type ErrorLine, ErrorSummary } from '../error-summary';
import { Field } from '../field';
import { Signed } from '../figures';
import { Card, Figure, Figures, Head, NoData } from './card';
import styles from './institutional.module.css';
import { OwnSensitivities } from './sensitivity-card';
import { STRESS_NAMES } from '../../contracts/risk';

const dollars = (amount: number): string => money(fromDollars(amount));
const signed = (amount: number): string => signedMoney(fromDollars(amount));

interface WhatIfViewProps {
  readonly asked: WhatIfAsked;
  readonly contracts: readonly { readonly chain: string; readonly label: string }[];
  readonly playbooks: readonly { readonly id: string; readonly name: string }[];
  readonly faults: { readonly [name: string]: string | undefined };
  readonly found: WhatIfWire | null;
  readonly timeZone: string;
}

export function WhatIfView(props: WhatIfViewProps) {
  const { asked, found, faults, timeZone } = props;
  const lines = Object.entries(faults).flatMap(([name, text]): ErrorLine[] =>
    text === undefined ? [] : [name === 'commodity' ? text : { text, fieldId: name }],
  );
  return (
    <>
      <div>
        <h1>What if</h1>
        <p className="muted">
          What an order would bind, cost and risk, told before it exists. Nothing is placed by
          asking.{' '}
          <a href="/institutional" data-visit="">
            Risk of the book as it is
          </a>
        </p>
      </div>
      <ModeLinks shown={asked.commodity} param="commodity" />
      {lines.length > 0 ? <ErrorSummary title="It was not asked" lines={lines} /> : null}
      <AskForm {...props} />
      {found ? <Answer asked={asked} found={found} timeZone={timeZone} /> : null}
    </>
  );
}

const SIDES = [
  { value: 'BUY', label: 'Buy' },
  { value: 'SELL', label: 'Sell' },
] as const;

function AskForm({ asked, contracts, playbooks, faults }: WhatIfViewProps) {
  const { displayName, sizeUnit } = COMMODITIES[asked.commodity];
  const error = (name: string): string | null => faults[name] ?? null;
  return (
    <section className={styles['card']} aria-labelledby="ask">
      <h2 id="ask">An order in {displayName}</h2>
      <form key={asked.commodity} method="get" action="/what-if" className={styles['form']}>
        <input type="hidden" name="commodity" value={asked.commodity} />
        <SelectField
          id="contract"
          name="contract"
          label="Contract"
          chosen={asked.chain}
          error={error('contract')}
          options={contracts.map(({ chain, label }) => ({ value: chain, label }))}
        />
        <SelectField
          id="side"
          name="side"
          label="Side"
          chosen={asked.side}
          error={error('side')}
          options={SIDES}
        />
        <Field
          id="size"
          name="size"
          label={`Size (${sizeUnit})`}
          error={error('size')}
          defaultValue={asked.size}
          inputMode="decimal"
          maxLength={20}
          autoComplete="off"
          placeholder="the desk's own"
        />
        <SelectField
          id="playbook"
          name="playbook"
          label="Playbook, for its stop and size"
          chosen={asked.playbook}
          error={error('playbook')}
          options={[
            { value: '', label: 'None: without a stop' },
            ...playbooks.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
        <Button look="main">Ask</Button>
      </form>
    </section>
  );
}

function Answer({
  asked,
  found,
  timeZone,
}: {
  asked: WhatIfAsked;
  found: WhatIfWire;
  timeZone: string;
}) {
  const passes = found.refusals.length === 0;
  return (
    <>
      <p
        role="status"
        className={`${styles['verdict']} ${passes ? styles['passes'] : styles['refused']}`}
      >
        {passes
          ? 'The gate would let it pass.'
          : `The gate would refuse it: ${found.refusals.join(' ')}`}
      </p>
      <div className={styles['grid']}>
        <OrderCard asked={asked} found={found} timeZone={timeZone} />
        <LimitsCard found={found} />
        <RiskCard found={found} />
        <ShocksCard found={found} />
        <OwnSensitivities
          figures={found.sensitivities}
          reason={found.sensitivityReason}
          of="the order by itself, at the last price"
        />
      </div>
    </>
  );
}

const ORDER_HOW = [
  "Collateral is the whole notional, without leverage; for prices that may pass through zero, of the larger of the price and its usual size. The size of the desk is its band of the settings at full strength without a network's assent, within what the stop may lose.",
  "A round trip pays the fee twice, the spread once and slippage twice, at the quote that stands. The stop lies as far from the touch as the playbook's average range says; a gap may fill it worse.",
] as const;

function OrderCard({
  asked,
  found,
  timeZone,
}: {
  asked: WhatIfAsked;
  found: WhatIfWire;
  timeZone: string;
}) {
  const { costs } = found;
  return (
    <Card
      id="order"
      title={`${asked.side} ${found.sizeText} of ${found.contract}`}
      source={`${found.physical} at ${found.price} ${found.priceUnit}, the last price, of ${dateTime(Date.parse(found.asOf), timeZone)}.`}
      how={ORDER_HOW}
    >
      <Figures>
        <Figure name="Notional" value={dollars(found.notional)} />
        <Figure
          name="Collateral"
          value={dollars(found.collateral)}
          note={`of ${dollars(found.availableCash)} available`}
        />
        <Figure
          name="Round trip"
          value={dollars(costs.total)}
          note={`fees ${dollars(costs.fees)}, spread ${dollars(costs.spread)}, slippage ${dollars(costs.slippage)}`}
        />
        <Figure
          name="Stop"
          value={found.stop ?? 'none'}
          note={
            found.stopLoss === null
              ? 'no playbook, or its range is not known yet'
              : `${dollars(found.stopLoss)} lost there, before costs`
          }
        />
        <Figure
          name="Worst five days"
          value={found.worstWeek ? signed(found.worstWeek.profit) : 'N/A'}
          note={
            found.worstWeek
              ? `of ${count(found.worstWeek.days)} trading days; it ended ${count(found.worstWeek.daysAgo)} trading days ago`
              : 'no daily moves are known'
          }
        />
      </Figures>
    </Card>
  );
}

const LIMITS_HOW = [
  'The limits of your risk level and position size, as the gate asks them of every entry: shares of equity, of cash, and of what the day began with.',
] as const;

const LimitsCard = ({ found: { limits } }: { found: WhatIfWire }) => (
  <Card
    id="limits"
    title="Headroom"
    source="The book and its limits at this moment."
    how={LIMITS_HOW}
  >
    <Scroll label="Headroom below each limit">
      <Head columns={['Used', 'Added', 'Allowed', 'Left after']} first="Limit" />
      <tbody>
        {limits.map(({ name, used, added, allowed }) => (
          <tr key={name}>
            <th scope="row" data-text>
              {name}
            </th>
            <td data-number>{dollars(used)}</td>
            <td data-number>{dollars(added)}</td>
            <td data-number>{dollars(allowed)}</td>
            <td data-number>
              <span className={allowed - used - added < 0 ? 'bad' : undefined}>
                {dollars(allowed - used - added)}
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </Scroll>
  </Card>
);

const RISK_HOW = [
  "Filtered historical simulation of the book, and of the book with the order at the last price, over the same days. The order's part is its Euler part of the new total: below zero where it hedges.",
] as const;

function RiskCard({ found: { risk, riskReason } }: { found: WhatIfWire }) {
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
      title="Risk of the book, one day"
      source="Daily moves of the months in force, and the positions of now."
      how={RISK_HOW}
    >
      {risk ? (
        <Scroll label="Risk without and with the order">
          <Head columns={['Without', 'With', 'Change', 'Its part']} first="Figure" />
          <tbody>
            {rows.map(([name, without, withIt, part]) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td data-number>{dollars(without)}</td>
                <td data-number>{dollars(withIt)}</td>
                <td data-number>
                  {signed(withIt - without)}{' '}
                  {without > 0 ? (
                    <span className="muted">
                      ({percent((100 * (withIt - without)) / without, 0)})
                    </span>
                  ) : null}
                </td>
                <td data-number>{part === null ? '' : signed(part)}</td>
              </tr>
            ))}
          </tbody>
        </Scroll>
      ) : (
        <NoData why={riskReason ?? 'No value at risk has been computed.'} />
      )}
    </Card>
  );
}

const SHOCKS_HOW = [
  'Each shock goes through pairs of simulated worlds that differ in nothing else; the median profit over the pairs, with stops and gaps. The shocks are described on the institutional page.',
] as const;

const ShocksCard = ({ found: { stresses, stressReason } }: { found: WhatIfWire }) => (
  <Card
    id="shocks"
    title="Weather shocks"
    source={
      stresses.length === 0
        ? 'Pairs of simulated worlds.'
        : `Pairs of simulated worlds, at least ${Math.min(...stresses.map((row) => row.with.pairs))} for each shock.`
    }
    how={SHOCKS_HOW}
  >
    {stresses.length === 0 ? (
      <NoData why={stressReason ?? 'No pair of worlds has been walked.'} />
    ) : (
      <Scroll label="Profit under weather shocks without and with the order">
        <Head columns={['Without', 'With', '1 in 20 worse than']} first="Shock" />
        <tbody>
          {stresses.map(({ without, with: withIt }) => (
            <tr key={`${withIt.shock}-${withIt.date}`}>
              <th scope="row">
                {STRESS_NAMES[withIt.shock]}{' '}
                <span className="muted">{withIt.date === 'now' ? 'today' : withIt.monthDay}</span>
              </th>
              {[without.profit, withIt.profit, withIt.badly].map((profit, place) => (
                <td key={place} data-number>
                  <Signed>{signed(profit)}</Signed>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Scroll>
    )}
  </Card>
);

const Scroll = ({ label, children }: { label: string; children: React.ReactNode }) => (
  <section className={styles['scroll']} aria-label={label} tabIndex={0}>
    <table className={styles['table']}>{children}</table>
  </section>
);
