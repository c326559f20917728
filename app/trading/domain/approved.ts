declare const approved: unique symbol;

/** A value that passed all pre-trade checks. Only `approve` in risk/pre-trade creates it. */
export type Approved<T> = T & { readonly [approved]: true };
