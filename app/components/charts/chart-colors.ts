// Current theme colors, for charts drawn on a canvas.
export interface ChartColors {
  readonly panel: string;
  readonly text: string;
  readonly muted: string;
  readonly line: string;
  readonly control: string;
  readonly mark: string;
  readonly curve: string;
  readonly up: string;
  readonly down: string;
  readonly good: string;
  readonly bad: string;
  readonly warn: string;
  readonly font: string;
}

/** `tone` selects the color of the curve. */
export function getChartColors(tone: 'up' | 'down' = 'up'): ChartColors {
  const style = getComputedStyle(document.documentElement);
  const readToken = (name: string): string => style.getPropertyValue(`--${name}`).trim();
  return {
    panel: readToken('panel'),
    text: readToken('text'),
    muted: readToken('muted'),
    line: readToken('line'),
    control: readToken('control'),
    mark: readToken('accent'),
    curve: readToken(tone),
    up: readToken('up'),
    down: readToken('down'),
    good: readToken('good'),
    bad: readToken('bad'),
    warn: readToken('warn'),
    font: getComputedStyle(document.body).fontFamily,
  };
}
