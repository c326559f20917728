// Shows a toast from client code, without a server response.
import { createContext, useCallback, useContext, useRef, useState } from 'react';
import type { ShownToast } from '../contracts/messages';

type ShowToast = (message: Omit<ShownToast, 'id'>) => void;

export const ShowToastContext = createContext<ShowToast>(() => undefined);

export const useShowToast = (): ShowToast => useContext(ShowToastContext);

/**
 * Latest toast and a function to show one. Each call gets a new id, so equal texts are shown again.
 */
export function useToastState(): readonly [ShownToast | null, ShowToast] {
  const [toast, setToast] = useState<ShownToast | null>(null);
  const toastCount = useRef(0);
  const showToast = useCallback((message: Omit<ShownToast, 'id'>) => {
    toastCount.current += 1;
    setToast({ ...message, id: `said-${toastCount.current}` });
  }, []);
  return [toast, showToast];
}
