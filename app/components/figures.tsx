// How a figure looks that may rise or fall, and a moment: a sign and an arrow say what color says
// too.
import { UNBROKEN_FIGURE } from '../trading/domain/format';
import { MINUS, dateTime } from '../trading/domain/format';

/**
 * `up` and `down` are directions, of which a reader may choose the colors; `good` and `bad` are
 * judgements.
 */
export type Tone = 'up' | 'down' | 'good' | 'bad' | 'warn' | 'flat';
type Direction = Extract<Tone, 'up' | 'down' | 'flat'>;

/** The tone of an amount: above zero up, below zero down. */
export const getDirection = (amount: number | null): Direction =>
  amount === null || amount === 0 ? 'flat' : amount > 0 ? 'up' : 'down';

const SIGNS: Readonly<Record<string, Direction>> = { '+': 'up', [MINUS]: 'down' };
const ARROWS = { up: '\u25b2', down: '\u25bc', flat: '' } as const;

/** A signed text in the color of the sign that it shows: what rounds to zero has neither. */
export const Signed = ({ children }: { children: string }) => (
  <span className={SIGNS[children.charAt(0)]}>{children}</span>
);

/** The same with an arrow, for changes of price. */
export function Change({ amount, children }: { amount: number | null; children: string }) {
  const tone = getDirection(amount);
  return (
    <span className={tone}>
      <span aria-hidden="true">{ARROWS[tone]}</span> {children}
    </span>
  );
}

/** A sentence in which no line breaks inside a figure. */
export const Sentence = ({ children }: { children: string }) => (
  <>
    {children.split(UNBROKEN_FIGURE).map((part, place) =>
      place % 2 === 0 ? (
        part
      ) : (
        <span key={place} className="unbroken">
          {part}
        </span>
      ),
    )}
  </>
);

/** A moment of a wire, to the minute, with its zone. */
export const Moment = ({ iso, timeZone }: { iso: string; timeZone: string }) => (
  <time dateTime={iso}>{dateTime(Date.parse(iso), timeZone)}</time>
);
