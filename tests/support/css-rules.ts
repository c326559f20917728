// Parses style sheets into rules with selectors and media queries.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './source-files';

interface CssRule {
  /** Enclosing at-rules, outermost first. */
  readonly around: readonly string[];
  readonly selectors: readonly string[];
  readonly declarations: Readonly<Record<string, string>>;
}

const normalizeSpace = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Rules of a project style sheet, in order. */
export function parseCssRules(path: string): CssRule[] {
  const rules: CssRule[] = [];
  const atRules: string[] = [];
  const pieces = readFileSync(join(ROOT, path), 'utf8')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .split(/([{}])/);
  for (let index = 0; index < pieces.length; index += 2) {
    const [text = '', mark] = [pieces[index], pieces[index + 1]];
    const statements = text.split(';').map(normalizeSpace);
    if (mark === '{') atRules.push(statements.at(-1) ?? '');
    if (mark !== '}') continue;
    const head = atRules.pop() ?? '';
    const declarations = Object.fromEntries(
      statements
        .filter((one) => one.includes(':'))
        .map((one) => one.split(/:(.*)/s).map(normalizeSpace).slice(0, 2)),
    );
    if (!head.startsWith('@'))
      rules.push({
        around: [...atRules],
        selectors: head.split(',').map(normalizeSpace),
        declarations: declarations as Record<string, string>,
      });
  }
  return rules;
}

/** Last value of a property for a selector in a media query, or outside all of them. */
export function findCssValue(
  path: string,
  selector: string,
  property: string,
  media: string | null = null,
): string | undefined {
  const isHere = ({ around: atRules }: CssRule): boolean =>
    media === null
      ? !atRules.some((one) => one.startsWith('@media'))
      : atRules.includes(`@media ${media}`);
  return parseCssRules(path)
    .filter(
      (rule) => isHere(rule) && rule.selectors.includes(selector) && property in rule.declarations,
    )
    .at(-1)?.declarations[property];
}
