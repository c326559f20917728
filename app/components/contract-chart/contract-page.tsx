// Page of a contract: header with quote, call and position, chart, links to other contracts.
import type { ChartLink, ContractPageDto } from '../../contracts/contract-chart';
import { Change, Signed } from '../figures';
import { ContractChart } from './contract-chart';
import { buildHref } from '../../contracts/base-path';
import styles from './contract-page.module.css';

export function ContractPage(page: ContractPageDto) {
  const { chart, commodities, months } = page;
  return (
    <>
      <Header {...page} />
      <ContractChart id="chart" isOwnPage {...chart} />
      {months.length > 1 ? <Links label="Listed months" links={months} /> : null}
      <Links label="Commodities" links={commodities} />
    </>
  );
}

function Header({ chart, last, change, quoteNote, call, position }: ContractPageDto) {
  return (
    <div className={styles['head']}>
      <h1>{chart.title}</h1>
      <dl className={styles['figures']}>
        <div>
          <dt>Last</dt>
          <dd>
            <strong>{last}</strong> {chart.priceUnit}
          </dd>
          <dd className="muted">{quoteNote}</dd>
        </div>
        <div>
          <dt>Day</dt>
          <dd>
            {change === null ? (
              'N/A'
            ) : (
              <strong>
                <Change amount={change.amount}>{change.text}</Change>
              </strong>
            )}
          </dd>
          <dd className="muted">from prior close</dd>
        </div>
        <div>
          <dt>AI signal</dt>
          <dd>
            <strong>{call === null ? 'N/A' : call.text}</strong>
          </dd>
          <dd className="muted">
            {call === null ? (
              'none for this contract'
            ) : (
              <a href={buildHref('/signals')}>{call.note}</a>
            )}
          </dd>
        </div>
        <div>
          <dt>Position</dt>
          {position === null ? (
            <dd>none</dd>
          ) : (
            <>
              <dd>
                <a href={buildHref(position.href)} data-visit="">
                  <strong>{position.text}</strong>
                </a>
              </dd>
              <dd className="muted">
                {position.fraction} of a contract, <Signed>{position.pnl}</Signed>
              </dd>
            </>
          )}
        </div>
      </dl>
    </div>
  );
}

const Links = ({ label, links }: { label: string; links: readonly ChartLink[] }) => (
  <nav className={styles['links']} aria-label={label}>
    <h2>{label}</h2>
    <ul>
      {links.map(({ text, href, isCurrent }) => (
        <li key={href}>
          <a href={buildHref(href)} data-visit="" aria-current={isCurrent ? 'page' : undefined}>
            {text}
          </a>
        </li>
      ))}
    </ul>
  </nav>
);
