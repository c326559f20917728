// What went wrong with a form, said at its top and announced at once; focus goes there when script runs.
import { useEffect, useRef } from 'react';
import styles from './form.module.css';

export function ErrorSummary({ title, lines }: { title: string; lines: readonly string[] }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), [lines]);
  return (
    <div ref={box} role="alert" tabIndex={-1} className={styles['summary']}>
      <strong>{title}</strong>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  );
}
