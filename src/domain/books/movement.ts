/** A movement of money on our PayPal account, as PayPal's Transaction Search reports it. */
export type Movement = {
  /** PayPal's id of the transaction. */
  readonly id: string
  readonly at: Date
  /** PayPal's transaction event code, such as “T0002”. */
  readonly code: string
  /** Minor units; negative if the money leaves us. */
  readonly amount: number
  /** PayPal's fee, in minor units: negative, or 0. */
  readonly fee: number
  /** ISO 4217. Ours is US dollars, but anybody can send us others. */
  readonly currency: string
  /** PayPal's id of the payment that a refund or a dispute is about. */
  readonly original: string | null
  /** PayPal's id of the subscription. */
  readonly subscription: string | null
  /** The payer's, two letters; empty if PayPal doesn't say. */
  readonly country: string
}

/** PayPal has no minor unit for these. Source: "Currency codes" in PayPal's REST reference. */
const wholeCurrencies: ReadonlySet<string> = new Set(['HUF', 'JPY', 'TWD'])

/** Decimals of an amount in PayPal's answers. */
export const getDecimals = (currency: string) => (wholeCurrencies.has(currency) ? 0 : 2)

type MovementKind =
  | 'payment'
  | 'refund'
  | 'dispute'
  /** PayPal keeps money for a while, or releases it. */
  | 'hold'
  /** A fee of its own, such as that of a chargeback. */
  | 'fee'
  /** A movement between our balance and our bank, or between currencies. */
  | 'transfer'
  /** Anything else, such as money that we have sent. */
  | 'other'

/** Groups of codes (the first three characters), unless the code itself is listed. */
const groups: Readonly<Record<string, MovementKind>> = {
  T01: 'fee',
  T02: 'transfer',
  T03: 'transfer',
  T04: 'transfer',
  T12: 'dispute',
  T15: 'hold',
  T21: 'hold',
}
const codes: Readonly<Record<string, MovementKind>> = {
  T1106: 'dispute',
  T1107: 'refund',
  T1108: 'fee',
  T1109: 'fee',
  T1110: 'hold',
  T1111: 'hold',
}

/** Source: "Transaction event codes" in PayPal's documentation (developer.paypal.com/reports/reference/t-codes). */
export function classifyMovement({ code, amount }: Pick<Movement, 'code' | 'amount'>) {
  if (code.startsWith('T00')) return amount > 0 ? 'payment' : 'other'
  return codes[code] ?? groups[code.slice(0, 3)] ?? 'other'
}
