// Texts that run a script where a page shows them unescaped, and the search for them in a page.
import { chooseSize } from './run-size';

/** What each script sets: a global variable. */
export const SCRIPT_MARK = 'scriptRan';
const RUN = `${SCRIPT_MARK}=1`;

const VECTORS: readonly string[] = [
  `<script>${RUN}</script>`,
  `<ScRiPt >${RUN}</sCrIpT >`,
  `<img src=x onerror=${RUN}>`,
  `<img/src="x"/onerror="${RUN}">`,
  `<svg onload=${RUN}>`,
  `<svg><script>${RUN}</script></svg>`,
  `<iframe srcdoc="<script>parent.${RUN}</script>"></iframe>`,
  `<iframe src="javascript:parent.${RUN}"></iframe>`,
  `<body onload=${RUN}>`,
  `<details open ontoggle=${RUN}>x</details>`,
  `<a href="javascript:${RUN}">x</a>`,
  `<input autofocus onfocus=${RUN}>`,
  `<video><source onerror=${RUN}></video>`,
  `<object data="javascript:${RUN}"></object>`,
  `<embed src="data:text/html,<script>${RUN}</script>">`,
  `<form action="javascript:${RUN}"><button>x</button></form>`,
  `<meta http-equiv="refresh" content="0;url=javascript:${RUN}">`,
  `<base href="https://x.example/${SCRIPT_MARK}/">`,
  `<link rel="stylesheet" href="https://x.example/${SCRIPT_MARK}.css">`,
  `<style>@import "https://x.example/${SCRIPT_MARK}.css";</style>`,
  `<noscript><p title="</noscript><img src=x onerror=${RUN}>">`,
  ` onmouseover=${RUN} autofocus onfocus=${RUN} x=`,
  `javascript:${RUN}//`,
  `=HYPERLINK("javascript:${RUN}")`,
  `;${RUN};//`,
];
/** What ends the place of the text: an attribute, a script, a comment, a string. */
const BREAKOUTS: readonly string[] = [
  '',
  '">',
  "'>",
  '</script>',
  '--></title></textarea></style></noscript>',
  '"}]}}',
  '\\"\u2028',
  "\\');",
];
const ALL = BREAKOUTS.flatMap((breakout) => VECTORS.map((vector) => `${breakout}${vector}`));
/** Coprime to the number of payloads: a few are of all kinds. */
const STRIDE = 11;

export const SCRIPT_PAYLOADS: readonly string[] = Array.from(
  { length: chooseSize(20, 20, ALL.length) },
  (_, index) => ALL[(index * STRIDE) % ALL.length] ?? '',
);

const URL_ATTRIBUTE = /^(href|xlink:href|src|action|formaction|data)$/i;
const FOREIGN_ELEMENT = /^(iframe|object|embed|base|frame|applet)$/;

/** Faults of inline scripts with the mark: it may only be in texts of the data of the page. */
function listScriptFaults(attributes: string, text: string, nonce: string | null): string[] {
  if (nonce === null || !attributes.includes(`nonce="${nonce}"`))
    return [`script without the nonce: ${attributes} ${text.slice(0, 80)}`];
  if (!text.includes(SCRIPT_MARK)) return [];
  const data = /window\.__remixContext = (\{.*?\});(?:__remixContext|\s*$)/s.exec(text)?.[1];
  const rest = data === undefined ? text : text.replace(data, '');
  if (/[<\u2028\u2029]/.test(text) || rest.includes(SCRIPT_MARK))
    return [`script with a text outside its data: ${text.slice(0, 200)}`];
  try {
    JSON.parse(data ?? '');
    return [];
  } catch {
    return [`script with broken data: ${text.slice(0, 200)}`];
  }
}

/** Whatever in a document could run a script that is not of the page; empty if nothing. */
export function listInjections(html: string, nonce: string | null): string[] {
  const faults: string[] = [];
  const withoutScripts = html.replace(
    /<script([^>]*)>([^]*?)<\/script>/g,
    (_, attributes: string, text: string) => {
      faults.push(...listScriptFaults(attributes, text, nonce));
      return '';
    },
  );
  const text = withoutScripts.replace(
    /<(!doctype|!--|\/?[a-z][\w-]*)((?:[^<>"']|"[^"]*"|'[^']*')*)>/gi,
    (tag, name: string, attributes: string) => {
      if (FOREIGN_ELEMENT.test(name.toLowerCase())) faults.push(tag);
      const rest = attributes.replace(
        /([^\s=/]+)=("[^"]*"|'[^']*')/g,
        (_, attribute: string, value: string) => {
          const isScript =
            /^on|^srcdoc$/i.test(attribute) ||
            attribute.includes(SCRIPT_MARK) ||
            (URL_ATTRIBUTE.test(attribute) &&
              /^.\s*(javascript|vbscript|data:text)/i.test(value)) ||
            (/^content$/i.test(attribute) && /url=/i.test(value));
          if (isScript) faults.push(tag);
          return '';
        },
      );
      if (rest.includes(SCRIPT_MARK) || /\bon\w+=/i.test(rest)) faults.push(tag);
      return '';
    },
  );
  const unescaped = /<[a-z/!]/i.exec(text);
  if (unescaped) faults.push(`unescaped: ${text.slice(unescaped.index, unescaped.index + 100)}`);
  return faults;
}
