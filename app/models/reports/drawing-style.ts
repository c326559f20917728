/** Styles of drawings, light and dark. */

type Rules = readonly (readonly [selector: string, declarations: string])[];

const SHAPES: Rules = [
  ['text', 'font:12px system-ui,sans-serif;fill:#2b3038'],
  ['.t', 'font-weight:600;font-size:14px'],
  ['.g', 'stroke:#d5dae1;stroke-width:1'],
  ['.c', 'fill:none;stroke-width:1.5'],
];
const LIGHT: Rules = [
  ['.s0', 'stroke:#0b62a8'],
  ['.s1', 'stroke:#b3470b'],
  ['.s2', 'stroke:#3f7d1f'],
  ['.s3', 'stroke:#8a3aa0'],
  ['.f0', 'fill:#0b62a8'],
  ['.f1', 'fill:#b3470b'],
  ['.f2', 'fill:#3f7d1f'],
  ['.f3', 'fill:#8a3aa0'],
  ['.b', 'opacity:.18;stroke:none'],
  ['.d', 'stroke-dasharray:5 4'],
  ['.l', 'stroke:#7a828d;stroke-dasharray:2 3'],
  ['.p', 'fill:#ffffff'],
];
const DARK: Rules = [
  ['text', 'fill:#dfe4ea'],
  ['.p', 'fill:#14181d'],
  ['.g', 'stroke:#363d47'],
  ['.s0', 'stroke:#67b2f0'],
  ['.s1', 'stroke:#f0965a'],
  ['.s2', 'stroke:#8ccb66'],
  ['.s3', 'stroke:#d394e6'],
  ['.f0', 'fill:#67b2f0'],
  ['.f1', 'fill:#f0965a'],
  ['.f2', 'fill:#8ccb66'],
  ['.f3', 'fill:#d394e6'],
];

const formatRules = (rules: Rules, scope = ''): string =>
  rules.map(([selector, declarations]) => `${scope}${selector}{${declarations}}`).join('');

/** Style of a standalone file. */
export const FILE_STYLE = `${formatRules(SHAPES)}\n${formatRules(LIGHT)}\n@media(prefers-color-scheme:dark){${formatRules(DARK)}}`;

const SCOPE = '.drawing ';

/** Style inside a page, with bars; larger font on narrow pages, light colors in print. */
export const PAGE_STYLE = `${formatRules(SHAPES, SCOPE)}
${formatRules(LIGHT, SCOPE)}
.drawing{display:block;width:100%;height:auto}.drawing .up{fill:#066b60}.drawing .down{fill:#b31809}.drawing .flat{fill:#5b6b7f}
@media screen and (prefers-color-scheme:dark){${formatRules(DARK, SCOPE)}.drawing .up{fill:#49dfbc}.drawing .down{fill:#ff6161}.drawing .flat{fill:#9aa7b4}}
@media screen and (max-width:560px){.drawing text{font-size:21px}.drawing .minor{display:none}}`;
