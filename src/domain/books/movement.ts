/** A movement of money on our PayPal account, as reported by PayPal's Transaction Search. */
export type Movement = {
  /** PayPal's id for the transaction. */
  readonly id: string
  readonly at: Date
  /** PayPal's transaction event code, such as “T0002”. */
  readonly code: string
  /** The amount in minor units; negative for outgoing money. */
  readonly amount: number
  /** PayPal's fee in minor units: negative or 0. */
  readonly fee: number
  /** ISO 4217 code. Anyone can send us other currencies than ours. */
  readonly currency: string
  /** PayPal's id for the payment that a refund or a dispute is about. */
  readonly original: string | null
  /** PayPal's id for the subscription. */
  readonly subscription: string | null
  /** The payer's two-letter country; empty if PayPal doesn't provide one. */
  readonly country: string
}

type MovementKind =
  | 'payment'
  | 'refund'
  | 'dispute'
  /** PayPal holds money for a while, or releases it. */
  | 'hold'
  /** A separate fee, such as for a chargeback. */
  | 'fee'
  /** A transfer between our balance and our bank, or between currencies. */
  | 'transfer'
  /** Anything else, such as money that we have sent. */
  | 'other'

/** Kinds by group of codes (their first three characters), for codes that aren't listed themselves. */
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
