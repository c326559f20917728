/** Stylesheet of reports: light, dark, narrow screens and print. */
import { PAGE_STYLE as DRAWINGS } from './drawing-style';

const LIGHT =
  '--ground:#fff;--panel:#f6f8fa;--line:#d5dde6;--text:#111827;--muted:#4b5563;--accent:#0b5cad;--up:#066b60;--down:#b31809;--focus:#9a4b00;' +
  '--up1:#e6f4f0;--up2:#c3e6dc;--up3:#97d4c4;--down1:#fdeceb;--down2:#f9d0cc;--down3:#f2aaa3';
const DARK =
  '--ground:#0b0f14;--panel:#131a22;--line:#2b3848;--text:#e6edf3;--muted:#9aa7b4;--accent:#6cb6ff;--up:#49dfbc;--down:#ff7b7b;--focus:#ffd166;' +
  '--up1:#10261f;--up2:#143a2f;--up3:#185042;--down1:#2a161a;--down2:#431c22;--down3:#5c232a';

const BASE = `*{box-sizing:border-box}html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{max-width:62rem;margin:0 auto;padding:2rem 1.5rem 3rem;background:var(--ground);color:var(--text);font:0.9375rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Liberation Sans",Arial,sans-serif;overflow-wrap:anywhere}
h1{margin:0 0 .5rem;font-size:1.75rem;line-height:1.2}h2{margin:0 0 .75rem;font-size:1.25rem;line-height:1.3}h3{margin:1.5rem 0 .5rem;font-size:1rem}
p{margin:.5rem 0;max-width:46rem}a{color:var(--accent)}:focus-visible{outline:3px solid var(--focus);outline-offset:2px}
.brand{margin:0 0 .25rem;color:var(--muted);font-weight:600}.muted,.reason,footer{color:var(--muted)}.reason{display:block;font-size:.8125rem;white-space:normal}
nav ul{display:flex;flex-wrap:wrap;gap:.25rem 1rem;margin:1rem 0;padding:.5rem 0;border-block:1px solid var(--line);list-style:none}nav a{display:inline-block;min-height:24px}
.part{margin:2rem 0}.part>h2{padding-bottom:.25rem;border-bottom:2px solid var(--line)}footer{margin-top:2rem;padding-top:.75rem;border-top:1px solid var(--line);font-size:.8125rem}
dl{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,13rem),1fr));gap:.75rem 1.5rem;margin:.75rem 0}dt{color:var(--muted);font-size:.8125rem}dd{margin:0;font-weight:600}
dl.prose{grid-template-columns:minmax(0,1fr)}dl.prose dd{max-width:46rem;font-weight:400}
.figure{white-space:nowrap;font-variant-numeric:tabular-nums}span.up{color:var(--up)}span.down{color:var(--down)}
.verdict{padding:.75rem 1rem;border:1px solid var(--line);border-left:6px solid var(--muted);background:var(--panel);font-weight:600}.verdict.up{border-left-color:var(--up)}.verdict.down{border-left-color:var(--down)}
ul.plain{margin:.5rem 0;padding-left:1.25rem;max-width:46rem}`;

const TABLES = `.frame{margin:1rem 0;overflow-x:auto;border:1px solid var(--line);border-radius:6px}
table{width:100%;border-collapse:collapse;font-size:.8125rem;font-variant-numeric:tabular-nums}caption{padding:.5rem .75rem;font-weight:600;text-align:left}
th,td{padding:.3rem .75rem;border-top:1px solid var(--line);text-align:left;vertical-align:top;font-weight:400;white-space:nowrap}thead th{background:var(--panel);color:var(--muted);font-weight:600;vertical-align:bottom}
tbody th{font-weight:550}.number{text-align:right}.words{min-width:8rem;white-space:normal}
.caption{position:sticky;left:.75rem;width:min(100%,calc(100vw - 4.5rem))}
.months td,.months thead th+th{padding-inline:.35rem;text-align:right}
.u1{background:var(--up1)}.u2{background:var(--up2)}.u3{background:var(--up3)}.d1{background:var(--down1)}.d2{background:var(--down2)}.d3{background:var(--down3)}
figure{margin:1rem 0}figcaption{margin-top:.25rem}summary{min-height:24px;color:var(--accent);cursor:pointer}
@media (max-width:560px){body{padding:1rem 1rem 2rem}th,td{padding-inline:.5rem}.words{min-width:6.5rem}h1{font-size:1.375rem}}
@media (forced-colors:active){.verdict,.frame{border-color:CanvasText}}`;

const PAPER = `@page{size:A4;margin:14mm 12mm}
@media print{body{max-width:none;padding:0;font-size:9.5pt}nav,details>summary{display:none}a{color:inherit;text-decoration:none}
.caption{position:static;width:auto}.reason{font-size:6.5pt}.frame{overflow:visible;border:0;margin:.5rem 0}table{font-size:7.5pt}th,td{padding:.15rem .3rem}caption{padding:.25rem 0}.dense table{font-size:6.5pt}.dense th,.dense td{padding:.12rem .2rem;white-space:normal;overflow-wrap:normal}thead{display:table-header-group}tr,figure,.verdict,dl>div{break-inside:avoid}
h1,h2,h3,caption{break-after:avoid}caption{break-inside:avoid}.part{margin:1.25rem 0}.sheet{break-before:page;margin-top:0}p{orphans:3;widows:3}
th,td,.verdict{-webkit-print-color-adjust:exact;print-color-adjust:exact}}`;

/** Print always uses the light colors. */
export const PAGE_STYLESHEET = `:root{color-scheme:light dark;${LIGHT}}
@media screen and (prefers-color-scheme:dark){:root{${DARK}}}
@media print{:root{color-scheme:light}}
${BASE}
${TABLES}
${DRAWINGS}
${PAPER}
`;
