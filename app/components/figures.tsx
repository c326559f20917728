// Signed figures, price changes and timestamps. A sign or arrow repeats what the color shows.
import { NON_BREAKING_FIGURE } from '../trading/domain/format';
import { MINUS, formatDateTime } from '../trading/domain/format';

/**
 * `up` and `down` are directions, whose colors the user can choose; `good` and `bad` are
 * assessments.
 */
export type Tone = 'up' | 'down' | 'good' | 'bad' | 'warn' | 'flat';
type Direction = Extract<Tone, 'up' | 'down' | 'flat'>;

/** Direction of an amount: up above zero, down below, flat at zero or null. */
export const getDirection = (amount: number | null): Direction =>
  amount === null || amount === 0 ? 'flat' : amount > 0 ? 'up' : 'down';

const SIGNS: Readonly<Record<string, Direction>> = { '+': 'up', [MINUS]: 'down' };
const ARROWS = { up: '\u25b2', down: '\u25bc', flat: '' } as const;

/** Text colored by its leading sign. A value that rounds to zero has no sign and no color. */
export const Signed = ({ children }: { children: string }) => (
  <span className={SIGNS[children.charAt(0)]}>{children}</span>
);

/** Price change with arrow and color. */
export function Change({ amount, children }: { amount: number | null; children: string }) {
  const tone = getDirection(amount);
  return (
    <span className={tone}>
      <span aria-hidden="true">{ARROWS[tone]}</span> {children}
    </span>
  );
}

/** Text that never breaks a line inside a figure. */
export const Sentence = ({ children }: { children: string }) => (
  <>
    {children.split(NON_BREAKING_FIGURE).map((part, index) =>
      index % 2 === 0 ? (
        part
      ) : (
        <span key={index} className="unbroken">
          {part}
        </span>
      ),
    )}
  </>
);

/** ISO timestamp as local date and time, to the minute, with the time zone. */
export const Timestamp = ({ iso, timeZone }: { iso: string; timeZone: string }) => (
  <time dateTime={iso}>{formatDateTime(Date.parse(iso), timeZone)}</time>
);
