// Button with one of four styles.
import type { ButtonHTMLAttributes } from 'react';
import styles from './form.module.css';

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly look?: 'main' | 'plain' | 'run' | 'danger';
}

export function Button({ look = 'plain', type = 'submit', ...rest }: ButtonProps) {
  return <button type={type} className={`${styles['button']} ${styles[look] ?? ''}`} {...rest} />;
}
