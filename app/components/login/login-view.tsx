// Sign-in screen.
import { Form, useNavigation } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { Button } from '../button';
import { ErrorSummary } from '../error-summary';
import { Field } from '../field';
import { Logo } from '../logo';
import type { Preferences } from '../../contracts/preferences';
import { PreferenceForm } from '../preference-form';
import type { OfflineAnswer } from '../offline-answer';
import { toAppPath } from '../../contracts/base-path';
import styles from './login-view.module.css';

export interface LoginFailure extends Partial<OfflineAnswer> {
  /** Default: 'Login failed'. */
  readonly title?: string;
  readonly error: string;
  readonly fields: { readonly [field: string]: string | undefined };
  readonly username: string;
}

interface LoginViewProps {
  readonly redirectTo: string;
  readonly theme: Preferences['theme'];
  readonly failure: LoginFailure | null;
}

export function LoginView({ redirectTo, theme, failure }: LoginViewProps) {
  return (
    <div className={styles['screen']}>
      <Introduction />
      <main id="main" tabIndex={-1} className={styles['main']}>
        <div className={styles['card']}>
          <h1>Sign in to Frontmonth</h1>
          {failure ? (
            <ErrorSummary title={failure.title ?? 'Login failed'} lines={[failure.error]} />
          ) : null}
          <SignInForm redirectTo={redirectTo} failure={failure} />
        </div>
        <PreferenceForm name="theme" chosen={theme} from="/login" />
      </main>
    </div>
  );
}

function SignInForm({ redirectTo, failure }: Pick<LoginViewProps, 'redirectTo' | 'failure'>) {
  const navigation = useNavigation();
  const isSubmitting =
    navigation.state !== 'idle' && toAppPath(navigation.formAction ?? '').startsWith('/login');
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const password: unknown = form.current?.elements.namedItem('password');
    if (failure && password instanceof HTMLInputElement) password.value = '';
  }, [failure]);
  return (
    <Form ref={form} method="post" action="/login" className={styles['form']}>
      <input type="hidden" name="redirectTo" value={redirectTo} />
      <Field
        id="username"
        name="username"
        label="Username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={64}
        required
        defaultValue={failure?.username ?? ''}
        disabled={isSubmitting}
        error={failure?.fields['username'] ?? null}
      />
      <Field
        id="password"
        name="password"
        type="password"
        label="Password"
        autoComplete="current-password"
        maxLength={1024}
        required
        disabled={isSubmitting}
        error={failure?.fields['password'] ?? null}
      />
      <Button look="main" disabled={isSubmitting}>
        {isSubmitting ? 'Signing in...' : 'Sign In'}
      </Button>
    </Form>
  );
}

function Introduction() {
  return (
    <header className={styles['introduction']}>
      <div className={styles['brand']}>
        <Logo size={40} />
        <span>Frontmonth</span>
      </div>
      <div className={styles['claim']}>
        <p className={styles['headline']}>Where the weather front meets the front month.</p>
        <p className={styles['lead']}>
          Trading terminal for ten weather-dependent commodity futures, with ledgers that balance to
          the cent.
        </p>
      </div>
    </header>
  );
}
