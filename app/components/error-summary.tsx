// Error list at the top of a form. Announced as an alert; receives the focus when script runs.
import { useEffect, useRef } from 'react';
import styles from './form.module.css';

/** Text, or text that links to its field. */
export type ErrorLine = string | { readonly text: string; readonly fieldId: string };

const formatText = (line: ErrorLine): string => (typeof line === 'string' ? line : line.text);

export function ErrorSummary({ title, lines }: { title: string; lines: readonly ErrorLine[] }) {
  const box = useRef<HTMLDivElement>(null);
  const joinedText = lines.map(formatText).join('\n');
  useEffect(() => box.current?.focus(), [joinedText]);
  return (
    <div ref={box} role="alert" tabIndex={-1} className={styles['summary']}>
      <strong>{title}</strong>
      {lines.map((line) => (
        <p key={formatText(line)}>
          {typeof line === 'string' ? line : <a href={`#${line.fieldId}`}>{line.text}</a>}
        </p>
      ))}
    </div>
  );
}
