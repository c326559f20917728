// Button with one of four styles.
import type { ButtonHTMLAttributes } from 'react';
import type { Role } from '../trading/domain/role';
import { useRoleBlock } from './role-context';
import styles from './form.module.css';

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly look?: 'main' | 'plain' | 'run' | 'danger';
  /** Disabled for users without this role, with the reason as its title. */
  readonly needs?: Role;
}

export function Button({
  look = 'plain',
  type = 'submit',
  needs = 'viewer',
  disabled,
  title,
  ...rest
}: ButtonProps) {
  const block = useRoleBlock(needs);
  return (
    <button
      type={type}
      className={`${styles['button']} ${styles[look] ?? ''}`}
      disabled={block !== null || disabled}
      title={block ?? title}
      {...rest}
    />
  );
}
