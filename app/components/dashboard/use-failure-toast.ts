// Shows a failure as a toast too. Without script only the inline message appears. The inline message
// is an alert, so the toast is not announced a second time.
import { useEffect } from 'react';
import { useShowToast } from '../show-toast';
import type { Failure } from './action-answer';

export function useFailureToast(failure: Failure | null): void {
  const showToast = useShowToast();
  useEffect(() => {
    if (failure)
      showToast({
        title: failure.title,
        description: failure.message,
        variant: 'destructive',
        isSilent: true,
      });
  }, [failure, showToast]);
}
