declare const approved: unique symbol;
export type Approved<T> = T & { readonly [approved]: true };
