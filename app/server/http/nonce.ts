// The nonce of this document's scripts, handed from the server's render to the components that
// write script tags.
import { createContext, useContext } from 'react';

export const NonceContext = createContext<string | undefined>(undefined);
export const useNonce = (): string | undefined => useContext(NonceContext);
