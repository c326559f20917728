// Header menu: a native disclosure. Script closes it on navigation, Escape and outside clicks.
import { useEffect, useRef } from 'react';
import { Icon } from '../icon';
import { Navigation } from './navigation';
import styles from './account-menu.module.css';
import { SignOutForm } from './sign-out-form';

/** `place` identifies the screen; a change closes the menu. */
export function AccountMenu({
  path,
  place,
  isOperator,
}: {
  path: string;
  place: string;
  isOperator: boolean;
}) {
  const box = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (box.current) box.current.open = false;
  }, [place]);
  useEffect(() => closeOnOutsideEvents(box), []);
  return (
    <details ref={box} className={styles['menu']}>
      <summary aria-label="Menu" className={styles['opener']}>
        <Icon name="menu" size={20} />
      </summary>
      <div className={styles['sheet']}>
        <Navigation path={path} label="Menu" isOperator={isOperator} />
        <div className={styles['leave']}>
          <SignOutForm name="menu" />
        </div>
      </div>
    </details>
  );
}

/** Escape closes the menu and focuses its button; a click outside closes it. */
function closeOnOutsideEvents(box: { readonly current: HTMLDetailsElement | null }): () => void {
  const onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !box.current?.open) return;
    box.current.open = false;
    box.current.querySelector('summary')?.focus();
  };
  const onPress = ({ target }: PointerEvent): void => {
    if (box.current?.open && target instanceof Node && !box.current.contains(target))
      box.current.open = false;
  };
  document.addEventListener('keydown', onKey);
  document.addEventListener('pointerdown', onPress);
  return () => {
    document.removeEventListener('keydown', onKey);
    document.removeEventListener('pointerdown', onPress);
  };
}
