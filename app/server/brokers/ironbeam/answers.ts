// What Ironbeam answers and streams: the fields that are used, checked.
import { z } from 'zod';

const Text = z.string().max(1024);
const Quantity = z.number().nonnegative();
const Price = z.number();
/** Empty where the answer has none. */
const listRows = <T extends z.ZodType>(row: T) =>
  z
    .array(row)
    .nullish()
    .transform((rows) => rows ?? []);
/** A whole number of up to 64 bits: one that a double cannot hold exactly is not accepted. */
const StrategyId = z.union([z.int(), z.string().regex(/^\d+$/)]).transform(String);

/** Body of an answer with an error status. */
export const ErrorSchema = z
  .object({ status: Text.optional(), message: Text.nullish(), error: Text.nullish() })
  .refine(({ status, message, error }) => status !== undefined || Boolean(message ?? error));

export const TokenSchema = z.object({ token: z.string().min(1).max(4096) });
export const TraderSchema = z.object({ isLive: z.boolean().nullish() });
export const AccountsSchema = z.object({ accounts: z.array(z.string()) });
export const StreamIdSchema = z.object({ streamId: z.uuid() });

export const PlacedSchema = z.object({ strategyId: StrategyId, orderId: Text.nullish() });
export type PlacedAnswer = z.infer<typeof PlacedSchema>;

const OrderSchema = z.object({
  orderId: Text,
  strategyId: StrategyId.nullish(),
  accountId: Text,
  exchSym: Text,
  status: Text,
  side: Text,
  quantity: Quantity,
  orderType: Text,
  limitPrice: Price.nullish(),
  stopPrice: Price.nullish(),
  fillQuantity: Quantity.nullish(),
  orderError: z.object({ errorText: Text.nullish() }).nullish(),
});
export type OrderRow = z.infer<typeof OrderSchema>;
export const OrdersSchema = z.object({ orders: listRows(OrderSchema) });

const FillSchema = z.object({
  orderId: Text,
  strategyId: StrategyId.nullish(),
  accountId: Text.nullish(),
  exchSym: Text,
  side: Text.nullish(),
  fillQuantity: Quantity,
  fillPrice: Price,
  fillTotalQuantity: Quantity.nullish(),
  timeOrderEvent: z.number().nullish(),
  orderUpdateId: Text.nullish(),
});
export type FillRow = z.infer<typeof FillSchema>;
export const FillsSchema = z.object({ fills: listRows(FillSchema) });

const PositionSchema = z.object({
  accountId: Text.nullish(),
  exchSym: Text,
  quantity: z.number(),
  side: z.enum(['LONG', 'SHORT']),
});
export type PositionRow = z.infer<typeof PositionSchema>;
export const PositionsSchema = z.object({ positions: listRows(PositionSchema) });

const BalanceSchema = z.object({
  accountId: Text,
  currencyCode: Text,
  cashBalance: z.number().nullish(),
  balanceType: Text.nullish(),
});
export type BalanceRow = z.infer<typeof BalanceSchema>;
export const BalancesSchema = z.object({ balances: listRows(BalanceSchema) });

const DefinitionSchema = z.object({
  exchSym: Text,
  expirationTime: z.number().nullish(),
  minPriceIncrement: z.number().positive().nullish(),
  minPriceIncrementValue: z.number().positive().nullish(),
  currencyCode: Text.nullish(),
  allowTrading: z.boolean().nullish(),
});
export type DefinitionRow = z.infer<typeof DefinitionSchema>;
export const DefinitionsSchema = z.object({ securityDefinitions: listRows(DefinitionSchema) });

/** Rows of the stream have short names. */
const StreamedOrderSchema = z
  .object({
    oid: Text,
    sid: StrategyId.nullish(),
    a: Text,
    s: Text,
    st: Text,
    sd: Text,
    q: Quantity,
    ot: Text,
    lp: Price.nullish(),
    sp: Price.nullish(),
    fq: Quantity.nullish(),
    err: z.object({ errorText: Text.nullish() }).nullish(),
  })
  .transform(
    (row): OrderRow => ({
      orderId: row.oid,
      strategyId: row.sid,
      accountId: row.a,
      exchSym: row.s,
      status: row.st,
      side: row.sd,
      quantity: row.q,
      orderType: row.ot,
      limitPrice: row.lp,
      stopPrice: row.sp,
      fillQuantity: row.fq,
      orderError: row.err,
    }),
  );

const StreamedFillSchema = z
  .object({
    oid: Text,
    sid: StrategyId.nullish(),
    a: Text.nullish(),
    s: Text,
    sd: Text.nullish(),
    fq: Quantity,
    fp: Price,
    ftq: Quantity.nullish(),
    t: z.number().nullish(),
    ouid: Text.nullish(),
  })
  .transform(
    (row): FillRow => ({
      orderId: row.oid,
      strategyId: row.sid,
      accountId: row.a,
      exchSym: row.s,
      side: row.sd,
      fillQuantity: row.fq,
      fillPrice: row.fp,
      fillTotalQuantity: row.ftq,
      timeOrderEvent: row.t,
      orderUpdateId: row.ouid,
    }),
  );

/** One message of the stream. `r`: the account changed or the trading day turned. */
export const StreamSchema = z.object({
  o: z.array(StreamedOrderSchema).nullish(),
  f: z.array(StreamedFillSchema).nullish(),
  r: z.unknown().optional(),
});
