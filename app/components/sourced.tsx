// Source, publication time and age of data.
import { formatAge, formatDateTime } from '../trading/domain/format';
import { useNow } from './use-now';
import { MINUTE_MS } from '../trading/domain/time';

interface SourcedProps {
  readonly source: string;
  /** Publication time of the newest value; null before the first. */
  readonly asOf: string | null;
  /** Engine time when the page was rendered. */
  readonly nowMs: number;
  readonly timeZone: string;
}

export function Sourced({ source, asOf, nowMs, timeZone }: SourcedProps) {
  const currentMs = useNow(nowMs, MINUTE_MS);
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
            {formatDateTime(atMs, timeZone)}
          </time>
          , <span className="unbroken">{formatAge(currentMs - atMs)} old</span>
        </>
      )}
    </span>
  );
}
