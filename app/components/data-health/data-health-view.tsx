// Data health: whose data the server shows, how old they are, and what can be done.
import type { ArchiveDto, DataHealth, SourceDto } from '../../contracts/data-health';
import { formatAge, formatCount, formatDateTime } from '../../trading/domain/format';
import { MINUTE_MS } from '../../trading/domain/time';
import { SOURCE_STATES } from '../../trading/domain/public-source';
import { Button } from '../button';
import { DataTable } from '../data-table';
import { Field } from '../field';
import { FormToken } from '../form-token';
import { RoleNote, useRoleBlock } from '../role-context';
import { useNow } from '../use-now';
import { OwnPrices } from './own-prices';
import { STATE_TEXTS, SourceStateCell } from './source-state';
import { buildHref } from '../../contracts/base-path';
import styles from './data-health.module.css';

interface DataHealthViewProps extends DataHealth {
  readonly nowMs: number;
  readonly timeZone: string;
}

export function DataHealthView(props: DataHealthViewProps) {
  const { sources, archives, ownPrices, market, nowMs, timeZone } = props;
  const currentMs = useNow(nowMs, MINUTE_MS);
  return (
    <>
      <div>
        <h1>Data Health</h1>
        <p className="muted">
          {sources === null
            ? `This server shows ${market}. It asks no public source; FEED=public does.`
            : formatSummary(sources)}
        </p>
      </div>
      {sources === null ? null : (
        <>
          <RoleNote needs="operator" />
          <DataTable
            id="sources"
            caption="Sources"
            note="The bar shows how much of the allowed age is left."
            isCards
          >
            <thead>
              <tr>
                <th scope="col">Source</th>
                <th scope="col">State</th>
                <th scope="col">Newest data</th>
                <th scope="col">Usual delay</th>
                <th scope="col">Next request</th>
                <th scope="col" data-number="">
                  Requests, 24 h
                </th>
                <th scope="col" data-number="">
                  Values
                </th>
                <th scope="col">Action</th>
              </tr>
            </thead>
            <tbody>
              {sources.map((source) => (
                <SourceRow key={source.id} source={source} nowMs={currentMs} timeZone={timeZone} />
              ))}
            </tbody>
          </DataTable>
          <StateLegend />
          <LicenceTable sources={sources} timeZone={timeZone} />
          <Archives archives={archives} timeZone={timeZone} />
        </>
      )}
      {ownPrices === null ? null : <OwnPrices prices={ownPrices} timeZone={timeZone} />}
    </>
  );
}

/** Counts of the states that occur, such as `9 live, 2 off`. */
function formatSummary(sources: readonly SourceDto[]): string {
  if (sources.length === 0) return 'FEED_SOURCES names no source, so none is asked.';
  const counts = SOURCE_STATES.map((state) => ({
    state,
    count: sources.filter((source) => source.state === state).length,
  })).filter(({ count }) => count > 0);
  return `${sources.length} sources: ${counts.map(({ state, count }) => `${count} ${state}`).join(', ')}.`;
}

interface SourceRowProps {
  readonly source: SourceDto;
  readonly nowMs: number;
  readonly timeZone: string;
}

function SourceRow({ source, nowMs, timeZone }: SourceRowProps) {
  const { name, offers, publishedMs, delayMs, problem } = source;
  return (
    <tr id={source.id}>
      <th scope="row">
        {name}
        <span className={styles['offers']}>{offers}</span>
      </th>
      <td data-label="State" data-wide="">
        <SourceStateCell source={source} nowMs={nowMs} />
        {problem === null ? null : (
          <span className={styles['problem']}>
            {problem.text} ({formatAge(nowMs - problem.atMs)} ago)
          </span>
        )}
      </td>
      <td data-label="Newest data">
        {publishedMs === null ? (
          'none yet'
        ) : (
          <time
            dateTime={new Date(publishedMs).toISOString()}
            title={formatDateTime(publishedMs, timeZone)}
          >
            {formatAge(nowMs - publishedMs)} old
          </time>
        )}
      </td>
      <td data-label="Usual delay">{formatAge(delayMs)}</td>
      <td data-label="Next request" data-wide="">
        <span className={styles['next']}>{formatNext(source, nowMs)}</span>
      </td>
      <td data-label="Requests, 24 h" data-number="">
        {formatCount(source.requests)} of {formatCount(source.requestsMax)}
        {source.isStream ? ' lines' : ''}
      </td>
      <td data-label="Values" data-number="">
        {formatCount(source.values)}
      </td>
      <td data-wide="" className={styles['action']}>
        <SourceAction source={source} />
      </td>
    </tr>
  );
}

function formatNext({ next, state }: SourceDto, nowMs: number): string {
  if (state === 'OFF' || state === 'NO KEY') return 'not asked';
  if (next === null) return 'none in eight days';
  const { atMs, text } = next;
  const wait = atMs > nowMs ? `in ${formatAge(atMs - nowMs)}` : 'now';
  return text === '' ? wait : `${wait}: ${text}`;
}

function SourceAction({ source }: { readonly source: SourceDto }) {
  if (useRoleBlock('operator') !== null) return <>for operators</>;
  switch (source.state) {
    case 'NO KEY':
      return <KeyForm source={source} />;
    case 'OFF':
      return <SourceForm source={source} intent="accept-terms" label="Accept terms" />;
    default:
      return (
        <>
          <SourceForm source={source} intent="try-now" label="Try now" />
          <StoredKey source={source} />
        </>
      );
  }
}

/** A field for the key, which is never shown again. */
const KeyForm = ({ source: { id, name, key } }: { readonly source: SourceDto }) => (
  <form method="post" action={buildHref('/data-health')} className={styles['keyForm']}>
    <FormToken name={`save-key-${id}`} />
    <input type="hidden" name="intent" value="save-key" />
    <input type="hidden" name="source" value={id} />
    <Field
      id={`key-${id}`}
      name="sourceKey"
      type="password"
      label={`Key of ${id.toUpperCase()}`}
      error={key?.stored?.fault ?? null}
      autoComplete="off"
      required
      minLength={8}
      maxLength={128}
    />
    <Button>
      Save key<span className="visually-hidden"> of {name}</span>
    </Button>
  </form>
);

function StoredKey({ source }: { readonly source: SourceDto }) {
  const { key } = source;
  if (key === null) return null;
  if (key.isSetting) return <span className={styles['keyText']}>Key of {key.setting}</span>;
  if (key.stored === null) return null;
  return (
    <>
      <span className={styles['keyText']}>
        Key ending in {key.stored.lastFour}, entered by {key.stored.savedBy}
      </span>
      <SourceForm source={source} intent="remove-key" label="Remove key" />
    </>
  );
}

interface SourceFormProps {
  readonly source: SourceDto;
  readonly intent: 'try-now' | 'accept-terms' | 'withdraw-terms' | 'remove-key';
  readonly label: string;
}

function SourceForm({ source, intent, label }: SourceFormProps) {
  return (
    <form method="post" action={buildHref('/data-health')}>
      <FormToken name={`${intent}-${source.id}`} />
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="source" value={source.id} />
      <Button>
        {label}
        <span className="visually-hidden"> {source.name}</span>
      </Button>
    </form>
  );
}

const StateLegend = () => (
  <dl className={styles['legend']}>
    {SOURCE_STATES.map((state) => (
      <div key={state}>
        <dt>{state}</dt>
        <dd>{STATE_TEXTS[state]}</dd>
      </div>
    ))}
  </dl>
);

/** The past, from which normals are computed. */
const Archives = ({
  archives,
  timeZone,
}: {
  readonly archives: readonly ArchiveDto[];
  readonly timeZone: string;
}) => (
  <section className={styles['own']} aria-labelledby="archives">
    <h2 id="archives">Archive</h2>
    {archives.map(({ id, name, offers, answeredMs, values, licence, attribution, command }) => (
      <div key={id}>
        <p>
          {name}: {offers}.{' '}
          {answeredMs === null
            ? 'Nothing is stored, so no screen shows normals.'
            : `${formatCount(values)} values, filled in at ${formatDateTime(answeredMs, timeZone)}.`}{' '}
          End the server and run <code>{command}</code> to fill in the past.
        </p>
        <p className="muted">
          {attribution}. {licence}
        </p>
      </div>
    ))}
  </section>
);

function LicenceTable({
  sources,
  timeZone,
}: {
  readonly sources: readonly SourceDto[];
  readonly timeZone: string;
}) {
  return (
    <DataTable id="licences" caption="Licences" isCards>
      <thead>
        <tr>
          <th scope="col">Source</th>
          <th scope="col">Terms</th>
          <th scope="col">Attribution</th>
          <th scope="col">Your acceptance</th>
        </tr>
      </thead>
      <tbody>
        {sources.map((source) => (
          <tr key={source.id}>
            <th scope="row">{source.name}</th>
            <td data-label="Terms" data-text="" data-wide="">
              {source.licence}
              {source.terms === null ? null : ` ${source.terms.text}`}
            </td>
            <td data-label="Attribution" data-text="" data-wide="">
              {source.attribution}
            </td>
            <td data-label="Your acceptance" data-wide="">
              <Acceptance source={source} timeZone={timeZone} />
            </td>
          </tr>
        ))}
      </tbody>
    </DataTable>
  );
}

function Acceptance({
  source,
  timeZone,
}: {
  readonly source: SourceDto;
  readonly timeZone: string;
}) {
  const { terms } = source;
  const canChange = useRoleBlock('operator') === null;
  if (terms === null) return <>not needed</>;
  if (terms.acceptedMs === null) return <>not given: the source is off</>;
  return (
    <>
      {terms.acceptedBy}, {formatDateTime(terms.acceptedMs, timeZone)}
      {canChange ? <SourceForm source={source} intent="withdraw-terms" label="Withdraw" /> : null}
    </>
  );
}
