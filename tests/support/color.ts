// WCAG contrast, CIEDE2000 distance, and color blindness after Machado, Oliveira and Fernandes
// (2009).
type Rgb = readonly [red: number, green: number, blue: number];
type Lab = readonly [lightness: number, a: number, b: number];

/** `#rgb` or `#rrggbb` as linear light, 0 to 1. Throws for anything else. */
function toLinearRgb(hex: string): Rgb {
  const digits = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(hex)?.[1];
  if (!digits) throw new Error(`invalid hex color ${hex}`);
  const full = digits.length === 3 ? digits.replace(/./g, '$&$&') : digits;
  const parseChannel = (at: number): number => {
    const value = parseInt(full.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [parseChannel(0), parseChannel(2), parseChannel(4)];
}

const computeLuminance = ([red, green, blue]: Rgb): number =>
  0.2126 * red + 0.7152 * green + 0.0722 * blue;

/** 1 to 21, WCAG 2.2. */
export function computeContrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [
    computeLuminance(toLinearRgb(one)),
    computeLuminance(toLinearRgb(other)),
  ].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

type Matrix = readonly [Rgb, Rgb, Rgb];
const BLINDNESS = {
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
} as const satisfies Record<string, Matrix>;
type Sight = 'full' | keyof typeof BLINDNESS;
export const SIGHTS: readonly Sight[] = ['full', 'protanopia', 'deuteranopia', 'tritanopia'];

const multiplyMatrix = (matrix: Matrix, [red, green, blue]: Rgb): Rgb =>
  matrix.map((row) => row[0] * red + row[1] * green + row[2] * blue) as unknown as Rgb;
const clampRgb = (rgb: Rgb): Rgb =>
  rgb.map((value) => Math.min(1, Math.max(0, value))) as unknown as Rgb;
const simulateSight = (rgb: Rgb, sight: Sight): Rgb =>
  sight === 'full' ? rgb : clampRgb(multiplyMatrix(BLINDNESS[sight], rgb));

/** CIE Lab under D65. */
function toLab(rgb: Rgb): Lab {
  const xyz = multiplyMatrix(
    [
      [0.4124564, 0.3575761, 0.1804375],
      [0.2126729, 0.7151522, 0.072175],
      [0.0193339, 0.119192, 0.9503041],
    ],
    rgb,
  );
  const toRoot = (value: number): number =>
    value > 216 / 24_389 ? Math.cbrt(value) : ((24_389 / 27) * value + 16) / 116;
  const [x, y, z] = [toRoot(xyz[0] / 0.95047), toRoot(xyz[1]), toRoot(xyz[2] / 1.08883)];
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

const toRadians = (degrees: number): number => (degrees * Math.PI) / 180;
const computeHue = (a: number, b: number): number =>
  a === 0 && b === 0 ? 0 : ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360;
const computeDamping = (chroma: number): number => Math.sqrt(chroma ** 7 / (chroma ** 7 + 25 ** 7));

/** CIEDE2000 after Sharma, Wu and Dalal (2005); 1 is about the smallest visible difference. */
export function computeLabDistance([l1, a1, b1]: Lab, [l2, a2, b2]: Lab): number {
  const stretch = 1 + 0.5 * (1 - computeDamping((Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2));
  const [c1, c2] = [Math.hypot(a1 * stretch, b1), Math.hypot(a2 * stretch, b2)];
  const [h1, h2] = [computeHue(a1 * stretch, b1), computeHue(a2 * stretch, b2)];
  const isGrey = c1 * c2 === 0;
  const turn = isGrey ? 0 : ((h2 - h1 + 540) % 360) - 180;
  const meanHue = isGrey
    ? h1 + h2
    : (Math.abs(h1 - h2) <= 180 ? h1 + h2 : h1 + h2 + (h1 + h2 < 360 ? 360 : -360)) / 2;
  const [meanL, meanC] = [(l1 + l2) / 2, (c1 + c2) / 2];
  const tone =
    1 -
    0.17 * Math.cos(toRadians(meanHue - 30)) +
    0.24 * Math.cos(toRadians(2 * meanHue)) +
    0.32 * Math.cos(toRadians(3 * meanHue + 6)) -
    0.2 * Math.cos(toRadians(4 * meanHue - 63));
  const dl = (l2 - l1) / (1 + (0.015 * (meanL - 50) ** 2) / Math.sqrt(20 + (meanL - 50) ** 2));
  const dc = (c2 - c1) / (1 + 0.045 * meanC);
  const dh = (2 * Math.sqrt(c1 * c2) * Math.sin(toRadians(turn / 2))) / (1 + 0.015 * meanC * tone);
  const rotation =
    -2 * computeDamping(meanC) * Math.sin(toRadians(60 * Math.exp(-(((meanHue - 275) / 25) ** 2))));
  return Math.sqrt(dl ** 2 + dc ** 2 + dh ** 2 + rotation * dc * dh);
}

/** Color distance for a kind of sight. */
export const computeDistance = (one: string, other: string, sight: Sight): number =>
  computeLabDistance(
    toLab(simulateSight(toLinearRgb(one), sight)),
    toLab(simulateSight(toLinearRgb(other), sight)),
  );
