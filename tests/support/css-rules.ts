// Style sheets as rules: which declarations hold for a selector, and inside which media queries.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './source-files';

interface CssRule {
  /** The conditions around it, outermost first; layers and keyframes among them. */
  readonly around: readonly string[];
  readonly selectors: readonly string[];
  readonly declarations: Readonly<Record<string, string>>;
}

const tidy = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** The rules of a sheet of this project, in order. */
export function cssRules(path: string): CssRule[] {
  const rules: CssRule[] = [];
  const around: string[] = [];
  const pieces = readFileSync(join(ROOT, path), 'utf8')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .split(/([{}])/);
  for (let place = 0; place < pieces.length; place += 2) {
    const [text = '', mark] = [pieces[place], pieces[place + 1]];
    const statements = text.split(';').map(tidy);
    if (mark === '{') around.push(statements.at(-1) ?? '');
    if (mark !== '}') continue;
    const head = around.pop() ?? '';
    const declarations = Object.fromEntries(
      statements
        .filter((one) => one.includes(':'))
        .map((one) => one.split(/:(.*)/s).map(tidy).slice(0, 2)),
    );
    if (!head.startsWith('@'))
      rules.push({
        around: [...around],
        selectors: head.split(',').map(tidy),
        declarations: declarations as Record<string, string>,
      });
  }
  return rules;
}

/**
 * The value of a property for a selector within a media query, or outside of all of them; the last
 * one counts.
 */
export function cssValue(
  path: string,
  selector: string,
  property: string,
  media: string | null = null,
): string | undefined {
  const isHere = ({ around }: CssRule): boolean =>
    media === null
      ? !around.some((one) => one.startsWith('@media'))
      : around.includes(`@media ${media}`);
  return cssRules(path)
    .filter(
      (rule) => isHere(rule) && rule.selectors.includes(selector) && property in rule.declarations,
    )
    .at(-1)?.declarations[property];
}
