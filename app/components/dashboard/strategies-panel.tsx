// Strategies of the selected commodity. Clicking a name selects it; clicking again removes the
// selection.
import { useFetcher } from '@remix-run/react';
import type { PlaybookDto, StrategiesDto } from '../../contracts/strategies';
import { COMMODITIES, type CommodityKey } from '../../trading/domain/commodity';
import { capitalizeFirst } from '../../trading/domain/format';
import { getBacktestFormUrl } from '../backtest/form-url';
import { ErrorSummary } from '../error-summary';
import { FormToken } from '../form-token';
import { useRoleBlock } from '../role-context';
import { Icon, type IconName } from '../icon';
import { HydratedMarkup, SharedMarkup } from '../shared-markup';
import type { ActionAnswer } from './action-answer';
import { type AnswerFetcher, FetcherForm } from './fetcher-form';
import { useFailureToast } from './use-failure-toast';
import { RecordDetails, StrategyRecord, StrategyResult } from './strategy-record';
import { buildHref } from '../../contracts/base-path';
import styles from './strategies-panel.module.css';

export function StrategiesPanel({
  commodity,
  playbooks,
  reasoning,
  defaultText,
  notOffered,
}: StrategiesDto) {
  const fetcher = useFetcher<ActionAnswer>({ key: 'strategies' });
  const failure = fetcher.state === 'idle' ? (fetcher.data?.failure ?? null) : null;
  useFailureToast(failure);
  const chosen = playbooks.find(({ isChosen }) => isChosen)?.id ?? '';
  const { first, rest } = splitStrategies(playbooks);
  const list = { commodity, chosen, fetcher };
  return (
    <section className={styles['panel']} aria-labelledby="strategies">
      <div className={styles['head']}>
        <h2 id="strategies">{COMMODITIES[commodity].displayName} Strategies (Choose One)</h2>
        <p className="muted">
          Without a choice RUN trades: {defaultText}. Order: in season, then grade, then measured
          return.
        </p>
        {playbooks.some(({ isBestRecord }) => isBestRecord) ? null : (
          <p>No strategy of this commodity has paid its costs in simulations.</p>
        )}
        {reasoning === null ? null : <p className={styles['reasoning']}>{reasoning}</p>}
      </div>
      {failure ? <ErrorSummary title={failure.title} lines={[failure.message]} /> : null}
      <StrategyList rows={first} {...list} />
      {rest.length === 0 ? null : (
        <details className={styles['more']}>
          <summary>
            {rest.length} more {rest.length === 1 ? 'strategy' : 'strategies'}
          </summary>
          <StrategyList rows={rest} {...list} />
        </details>
      )}
      {notOffered.length === 0 ? null : (
        <details className={styles['more']}>
          <summary>Not offered with these data</summary>
          <SharedMarkup
            as="ul"
            attributes={{ className: styles['notOffered'] }}
            of={NotOffered}
            props={{ notOffered }}
          />
        </details>
      )}
    </section>
  );
}

const NotOffered = ({ notOffered }: Pick<StrategiesDto, 'notOffered'>) => (
  <>
    {notOffered.map(({ reason, names }) => (
      <li key={reason}>
        <strong>{names.join(', ')}</strong> <span className="muted">{reason}</span>
      </li>
    ))}
  </>
);

interface NumberedStrategy {
  readonly playbook: PlaybookDto;
  readonly number: number;
}

/**
 * The chosen and the active strategy come first, without one the best of the order; the rest is
 * folded.
 */
function splitStrategies(playbooks: readonly PlaybookDto[]): {
  readonly first: readonly NumberedStrategy[];
  readonly rest: readonly NumberedStrategy[];
} {
  const rows = playbooks.map((playbook, index) => ({ playbook, number: index + 1 }));
  const isUsed = ({ playbook }: NumberedStrategy): boolean =>
    playbook.isChosen || playbook.isInForce;
  const ordered = [...rows.filter(isUsed), ...rows.filter((row) => !isUsed(row))];
  const shown = Math.max(1, rows.filter(isUsed).length);
  return { first: ordered.slice(0, shown), rest: ordered.slice(shown) };
}

interface StrategyListProps extends Pick<StrategyCardProps, 'commodity' | 'chosen'> {
  readonly rows: readonly NumberedStrategy[];
  readonly fetcher: AnswerFetcher;
}

const StrategyList = ({ rows, commodity, chosen, fetcher }: StrategyListProps) => (
  <ol className={styles['list']}>
    {rows.map(({ playbook, number }) => (
      <HydratedMarkup
        key={playbook.id}
        as="li"
        attributes={{
          id: `strategy-${playbook.id}`,
          className: styles['card'],
          ...(playbook.isChosen ? { 'data-chosen': true } : {}),
        }}
        of={StrategyCard}
        props={{ playbook, number, commodity, chosen }}
        clientProps={{ fetcher }}
      />
    ))}
  </ol>
);

interface StrategyCardProps {
  readonly playbook: PlaybookDto;
  readonly number: number;
  readonly commodity: CommodityKey;
  /** Selected playbook, or ''. */
  readonly chosen: string;
}

interface CardRequest {
  /** Absent on the server. */
  readonly fetcher?: AnswerFetcher | undefined;
}

function StrategyCard({
  playbook,
  number,
  commodity,
  chosen,
  fetcher,
}: StrategyCardProps & CardRequest) {
  const { icon, rank, isBestRecord, isChosen, isInForce, halted, ...body } = playbook;
  const { id, name, record, outOfSeason } = body;
  const roleBlock = useRoleBlock('trader');
  return (
    <>
      <FetcherForm fetcher={fetcher} className={styles['title']}>
        <FormToken name={`choose-${id}`} />
        <input type="hidden" name="intent" value="choose" />
        <input type="hidden" name="commodity" value={commodity} />
        <input type="hidden" name="chosen" value={chosen} />
        <span className={styles['number']}>{number}</span>
        <Icon name={icon as IconName} />
        <button
          type="submit"
          name="playbook"
          value={id}
          aria-pressed={isChosen}
          className={styles['choose']}
          disabled={roleBlock !== null}
          title={roleBlock ?? undefined}
        >
          {name}
        </button>
        <code className="muted">{id}</code>
      </FetcherForm>
      <Badges {...{ rank, isBestRecord, isChosen, isInForce, record, outOfSeason }} />
      {halted === null ? null : (
        <HaltedNotice playbook={playbook} reason={halted} commodity={commodity} fetcher={fetcher} />
      )}
      <SharedMarkup of={StrategyBody} props={{ ...body, commodity }} />
    </>
  );
}

type StrategyBodyProps = Omit<
  PlaybookDto,
  'icon' | 'rank' | 'isBestRecord' | 'isChosen' | 'isInForce' | 'halted'
> &
  Pick<StrategyCardProps, 'commodity'>;

/** The part of a card that is equal for all users. */
const StrategyBody = ({ commodity, ...playbook }: StrategyBodyProps) => {
  const { id, name, description, canBacktest } = playbook;
  return (
    <>
      <p>{description}</p>
      <StrategyFacts {...playbook} />
      <StrategyResult {...playbook} />
      <StrategyDetails {...playbook} />
      <p className={styles['test']}>
        {canBacktest ? (
          <a href={buildHref(getBacktestFormUrl(commodity, id))} data-visit="">
            Backtest<span className="visually-hidden"> {name}</span>
          </a>
        ) : null}
        <a href={buildHref(`/what-if?commodity=${commodity}&playbook=${id}`)} data-visit="">
          What if<span className="visually-hidden"> {name} were followed</span>
        </a>
      </p>
    </>
  );
};

/** Reason for a halted strategy, and its re-arm button. */
const HaltedNotice = ({
  playbook: { id, name },
  reason,
  commodity,
  fetcher,
}: Pick<StrategyCardProps, 'playbook' | 'commodity'> &
  CardRequest & { readonly reason: string }) => (
  <FetcherForm fetcher={fetcher} className={styles['halted']}>
    <FormToken name={`rearm-${id}`} />
    <input type="hidden" name="intent" value="rearm" />
    <input type="hidden" name="commodity" value={commodity} />
    <p>
      <strong>Halted:</strong> {reason}. Entries blocked in every account; open positions keep their
      stops.
    </p>
    <button type="submit" name="playbook" value={id}>
      RE-ARM<span className="visually-hidden"> {name}</span>
    </button>
  </FetcherForm>
);

function Badges({
  rank,
  record,
  isBestRecord,
  outOfSeason,
  isChosen,
  isInForce,
}: Pick<
  PlaybookDto,
  'rank' | 'record' | 'isBestRecord' | 'outOfSeason' | 'isChosen' | 'isInForce'
>) {
  const grade = record === null ? 'ungraded' : `grade ${record.grade}`;
  return (
    <p className={styles['badges']}>
      {rank === null ? (
        <span className={styles['mark']}>{capitalizeFirst(grade)}</span>
      ) : (
        <span className={styles['pick']}>
          AI Pick {rank}, {grade}
        </span>
      )}
      {isBestRecord ? <span className={styles['mark']}>Best record</span> : null}
      {outOfSeason === null ? null : <span className={styles['mark']}>Out of season</span>}
      {isChosen ? <span className={styles['mark']}>{'\u2713'} Chosen</span> : null}
      {isInForce ? <span className={styles['mark']}>Active</span> : null}
    </p>
  );
}

export const RISK_TONES = { LOW: 'good', MEDIUM: 'warn', HIGH: 'bad' } as const;

const StrategyFacts = ({
  riskLevel,
  expectedReturn,
  timeframe,
  outOfSeason,
}: Pick<PlaybookDto, 'riskLevel' | 'expectedReturn' | 'timeframe' | 'outOfSeason'>) => (
  <dl className={styles['facts']}>
    <div>
      <dt>Risk</dt>
      <dd className={RISK_TONES[riskLevel]}>{riskLevel}</dd>
    </div>
    <div>
      <dt>Expected return</dt>
      <dd className={styles['claim']}>{expectedReturn} (claim)</dd>
    </div>
    <div>
      <dt>Timeframe</dt>
      <dd>{timeframe}</dd>
    </div>
    {outOfSeason === null ? null : (
      <div className={styles['measured']}>
        <dt>Season</dt>
        <dd>{outOfSeason}</dd>
      </div>
    )}
  </dl>
);

const DETAIL_SECTIONS = ['what', 'when', 'how', 'why'] as const;

const StrategyDetails = ({ name, text, record }: Pick<PlaybookDto, 'name' | 'text' | 'record'>) => (
  <details className={styles['details']}>
    <summary>
      What, when, how, why<span className="visually-hidden"> of {name}</span>
    </summary>
    {record === null ? null : <StrategyRecord record={record} />}
    <dl>
      {DETAIL_SECTIONS.map((part) => (
        <div key={part}>
          <dt>{part.toUpperCase()}</dt>
          <dd>{text[part]}</dd>
        </div>
      ))}
      {record === null ? null : <RecordDetails record={record} />}
    </dl>
  </details>
);
