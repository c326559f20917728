// Product logo: a weather front drawn as a price curve, cold triangles below, a warm arc above.
export function Logo({ size }: { size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <path
        d="M2.5 24.5C8.5 24.5 10 20 13 16S19.5 8 29.5 7.5"
        fill="none"
        stroke="#6cb6ff"
        strokeWidth="2.6"
        strokeLinecap="round"
      />
      <path d="M7.4 22.6l5.1 4.2 1-6.9z" fill="#6cb6ff" />
      <path d="M14.6 13.6a3.7 3.7 0 0 1 5.6-4.5z" fill="#ff6b6b" />
      <path d="M21.6 8.9l5.6 4.6.3-5.7z" fill="#6cb6ff" />
    </svg>
  );
}
