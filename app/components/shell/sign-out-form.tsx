// Sign-out form. A button styled as a link, because it changes state.
import { useFetcher } from '@remix-run/react';
import { useEffect } from 'react';
import { FormToken } from '../form-token';
import { useShowToast } from '../show-toast';
import type { OfflineAnswer } from '../offline-answer';

export function SignOutForm({ name }: { name: string }) {
  const fetcher = useFetcher<OfflineAnswer>();
  const showToast = useShowToast();
  useEffect(() => {
    if (fetcher.data?.isOffline)
      showToast({
        title: 'Failed to logout',
        description: 'Connection lost; you are still signed in. Please try again.',
        variant: 'destructive',
      });
  }, [fetcher.data, showToast]);
  return (
    <fetcher.Form method="post" action="/logout">
      <FormToken name={`sign-out-${name}`} />
      <button type="submit" className="link-button">
        Sign Out
      </button>
    </fetcher.Form>
  );
}
