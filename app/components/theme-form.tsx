// Dark, light or as the system says: plain buttons of a plain form.
import styles from './theme-form.module.css';

const THEMES = [
  { value: 'dark', label: 'Dark' },
  { value: 'light', label: 'Light' },
  { value: 'system', label: 'System' },
] as const;

export function ThemeForm({ theme, from }: { theme: string; from: string }) {
  return (
    <form method="post" action="/preferences" className={styles['form']}>
      <input type="hidden" name="from" value={from} />
      <fieldset className={styles['set']}>
        <legend className="visually-hidden">Colour theme</legend>
        {THEMES.map(({ value, label }) => (
          <button key={value} type="submit" name="theme" value={value} aria-pressed={value === theme} className={styles['choice']}>
            {label}
          </button>
        ))}
      </fieldset>
    </form>
  );
}
