// Where a figure comes from and how old it is, beside the figure.
import { formatAge, dateTime } from '../trading/domain/format';
import { useNow } from './use-now';
import { MINUTE_MS } from '../trading/domain/time';

interface SourcedProps {
  readonly source: string;
  /** When the newest of it was published; null while nothing was. */
  readonly asOf: string | null;
  /** The desk's time when the page was made. */
  readonly nowMs: number;
  readonly timeZone: string;
}

export function Sourced({ source, asOf, nowMs, timeZone }: SourcedProps) {
  const now = useNow(nowMs, MINUTE_MS);
  const atMs = asOf === null ? null : Date.parse(asOf);
  return (
    <span className="muted">
      Source: {source}
      {atMs === null || asOf === null ? (
        ', nothing published yet'
      ) : (
        <>
          , published{' '}
          <time dateTime={asOf} className="unbroken">
            {dateTime(atMs, timeZone)}
          </time>
          , <span className="unbroken">{formatAge(now - atMs)} old</span>
        </>
      )}
    </span>
  );
}
