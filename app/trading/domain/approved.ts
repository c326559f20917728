declare const approved: unique symbol;

/** Something that has passed all pre-trade checks. Only `approve` in risk/pre-trade makes it. */
export type Approved<T> = T & { readonly [approved]: true };
