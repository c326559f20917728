// Signing out changes something, so it is a button; it looks like the link that people look for.
import { useFetcher } from '@remix-run/react';
import { useEffect } from 'react';
import { FormToken } from '../form-token';
import { useShowToast } from '../show-toast';
import type { Unreached } from '../unreached';

export function SignOutForm({ name }: { name: string }) {
  const fetcher = useFetcher<Unreached>();
  const say = useShowToast();
  useEffect(() => {
    if (fetcher.data?.isUnreached)
      say({
        title: 'Failed to logout',
        description: 'Connection lost; you are still signed in. Please try again.',
        variant: 'destructive',
      });
  }, [fetcher.data, say]);
  return (
    <fetcher.Form method="post" action="/logout">
      <FormToken name={`sign-out-${name}`} />
      <button type="submit" className="link-button">
        Sign Out
      </button>
    </fetcher.Form>
  );
}
