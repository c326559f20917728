// Drawings of the screens to come: lines only, no figures, nothing that could be taken for data.
const DRAWINGS = {
  weather: [
    'M16 92c22-4 30-24 52-24s28 14 50 10 34-26 62-22 40 18 44 18',
    'M16 112c22-4 30-20 52-20s28 12 50 9 34-22 62-19 40 15 44 15',
    'M16 132c22-3 30-14 52-14s28 9 50 7 34-16 62-14 40 11 44 11',
    'M92 52a17 17 0 0 1 2-33.9a23 23 0 0 1 44 1.6a16.2 16.2 0 0 1-3 32.3z',
  ],
  correlations: [
    'M28 14v120h196', 'M40 122L214 28',
    'M62 112h.01M82 86h.01M96 104h.01M112 74h.01M126 88h.01M144 58h.01M158 76h.01M176 46h.01M196 52h.01M206 26h.01',
  ],
  institutional: [
    'M22 132h204', 'M34 132C70 132 82 26 124 26s54 106 90 106', 'M70 132V98M70 98l-8 8M70 98l8 8', 'M124 26v106', 'M178 132V98',
  ],
  radar: [
    'M124 76m-62 0a62 62 0 1 0 124 0a62 62 0 1 0-124 0', 'M124 76m-40 0a40 40 0 1 0 80 0a40 40 0 1 0-80 0', 'M124 76m-18 0a18 18 0 1 0 36 0a18 18 0 1 0-36 0',
    'M124 6v140M54 76h140', 'M124 76l44-44',
  ],
} as const;
export type PictureName = keyof typeof DRAWINGS;

export function Picture({ name }: { name: PictureName }) {
  return (
    <svg width="248" height="152" viewBox="0 0 248 152" fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" strokeLinejoin="round" aria-hidden="true" focusable="false">
      {DRAWINGS[name].map((path, index) => (
        <path key={path} d={path} strokeWidth={/h\.01/.test(path) ? 6 : 2} strokeOpacity={index === 0 ? 1 : 0.55} />
      ))}
    </svg>
  );
}
