// The colors of the page as they are now, for what is drawn on a canvas and knows no style sheet.
export interface ChartColors {
  readonly panel: string;
  readonly text: string;
  readonly muted: string;
  readonly line: string;
  readonly control: string;
  readonly mark: string;
  readonly curve: string;
  readonly font: string;
}

/** `tone` says which of the two the curve is in. */
export function chartColors(tone: 'up' | 'down'): ChartColors {
  const style = getComputedStyle(document.documentElement);
  const token = (name: string): string => style.getPropertyValue(`--${name}`).trim();
  return {
    panel: token('panel'),
    text: token('text'),
    muted: token('muted'),
    line: token('line'),
    control: token('control'),
    mark: token('accent'),
    curve: token(tone),
    font: getComputedStyle(document.body).fontFamily,
  };
}
