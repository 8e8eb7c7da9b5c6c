/**
 * The credit that a reader earns for friends who subscribe, as entries that are only ever appended. If nothing changes,
 * every function returns the same entries, so that anything may be repeated, in any order. Amounts are in minor units.
 */
import { z } from 'zod'
import { day } from '../duration.ts'
import { referralCredit } from '../subscription/offer.ts'
import { earningPeriodDays, maxEarned, maxEarnedPerMonth } from './limits.ts'

const reversalReasons = [
  'refunded',
  'disputed',
  /** The friend is the referrer, or had already subscribed before. */
  'notEligible',
] as const
export type ReversalReason = (typeof reversalReasons)[number]

const amount = z.int().min(1)
const operatorFields = { operator: z.string().min(1), reason: z.string().min(1).max(500) }

/** Contains nothing that identifies a friend: `friend` and `payer` are hashes. */
const entrySchema = z.intersection(
  z.discriminatedUnion('kind', [
    /**
     * A friend's payments have reached the total. `friend` is the hash of their subscription, and `payer` of their
     * PayPal account.
     */
    z.object({
      kind: z.literal('pending'),
      friend: z.string().min(1),
      payer: z.string().min(1).nullable(),
      amount,
      earnsAt: z.date(),
    }),
    z.object({ kind: z.literal('earned'), friend: z.string().min(1) }),
    /** Reverses unused credit. May precede the payment, which then never counts. */
    z.object({
      kind: z.literal('reversed'),
      friend: z.string().min(1),
      reason: z.enum(reversalReasons),
    }),
    /** Stored before PayPal is asked to refund this part of a payment; `settled` follows afterwards. */
    z.object({ kind: z.literal('used'), payment: z.string().min(1), amount }),
    z.object({ kind: z.literal('settled'), payment: z.string().min(1) }),
    /** PayPal has permanently refused the refund. */
    z.object({ kind: z.literal('restored'), payment: z.string().min(1) }),
    z.object({ kind: z.literal('granted'), amount, ...operatorFields }),
    z.object({ kind: z.literal('removed'), amount, ...operatorFields }),
  ]),
  z.object({ at: z.date() }),
)
export type LedgerEntry = z.infer<typeof entrySchema>
export type Ledger = readonly LedgerEntry[]
export const ledgerSchema = z.array(entrySchema)

type EntryOf<Kind extends LedgerEntry['kind']> = Extract<LedgerEntry, { kind: Kind }>

const listEntries = <Kind extends LedgerEntry['kind']>(ledger: Ledger, kind: Kind) =>
  ledger.filter((entry): entry is EntryOf<Kind> => entry.kind === kind)

/** An amount of credit that was earned or granted at one time. */
type Lot = { readonly friend: string | null; isReversed: boolean; remaining: number }

/** The part of a payment that was, or will be, refunded. */
export type CreditUse = {
  readonly payment: string
  readonly amount: number
  readonly state: 'unsettled' | 'settled' | 'restored'
}

type Friend = EntryOf<'pending'> & { readonly state: 'pending' | 'earned' | 'reversed' }

type Balance = {
  readonly lots: readonly Lot[]
  readonly uses: ReadonlyMap<string, CreditUse>
  readonly friends: ReadonlyMap<string, Friend>
}

type Part = { readonly lot: Lot; readonly taken: number }

/** Uses the oldest credit first. */
function takeFrom(lots: readonly Lot[], total: number): readonly Part[] {
  let missing = total
  return lots.map((lot) => {
    const taken = Math.min(lot.remaining, missing)
    lot.remaining -= taken
    missing -= taken
    return { lot, taken }
  })
}

function computeBalance(ledger: Ledger): Balance {
  const lots: Lot[] = []
  const uses = new Map<string, CreditUse>()
  const parts = new Map<string, readonly Part[]>()
  const friends = new Map<string, Friend>()
  for (const entry of ledger) {
    switch (entry.kind) {
      case 'pending':
        friends.set(entry.friend, { ...entry, state: 'pending' })
        break
      case 'earned': {
        const friend = friends.get(entry.friend)!
        friends.set(entry.friend, { ...friend, state: 'earned' })
        lots.push({ friend: entry.friend, isReversed: false, remaining: friend.amount })
        break
      }
      case 'reversed': {
        const friend = friends.get(entry.friend)
        if (friend) friends.set(entry.friend, { ...friend, state: 'reversed' })
        for (const lot of lots.filter((one) => one.friend === entry.friend)) {
          lot.remaining = 0
          lot.isReversed = true
        }
        break
      }
      case 'granted':
        lots.push({ friend: null, isReversed: false, remaining: entry.amount })
        break
      case 'removed':
        takeFrom(lots, entry.amount)
        break
      case 'used': {
        const { payment } = entry
        parts.set(payment, takeFrom(lots, entry.amount))
        uses.set(payment, { payment, amount: entry.amount, state: 'unsettled' })
        break
      }
      case 'settled':
        uses.set(entry.payment, { ...uses.get(entry.payment)!, state: 'settled' })
        break
      case 'restored':
        uses.set(entry.payment, { ...uses.get(entry.payment)!, state: 'restored' })
        for (const { lot, taken } of parts.get(entry.payment)!) {
          if (!lot.isReversed) lot.remaining += taken
        }
        break
    }
  }
  return { lots, uses, friends }
}

const sumRemaining = (lots: readonly Lot[]) => lots.reduce((sum, lot) => sum + lot.remaining, 0)

const isSameMonth = (one: Date, other: Date) =>
  one.getUTCFullYear() === other.getUTCFullYear() && one.getUTCMonth() === other.getUTCMonth()

function chooseEarningTime(friends: readonly Friend[], paidAt: Date): Date {
  let earnsAt = new Date(paidAt.getTime() + earningPeriodDays * day)
  const isMonthFull = () =>
    friends.filter((friend) => isSameMonth(friend.earnsAt, earnsAt)).length >= maxEarnedPerMonth
  while (isMonthFull()) {
    earnsAt = new Date(Date.UTC(earnsAt.getUTCFullYear(), earnsAt.getUTCMonth() + 1, 1))
  }
  return earnsAt
}

/** Once a friend is known, only a refund or a dispute can change the credit for them. */
export const isKnownFriend = (ledger: Ledger, friend: string): boolean =>
  ledger.some((entry) => 'friend' in entry && entry.friend === friend)

/**
 * Adds credit when a friend's payments reach the total at `paidAt`. Counts once per subscription and per PayPal
 * account.
 */
export function addPendingCredit(
  ledger: Ledger,
  {
    friend,
    payer,
    paidAt,
  }: { readonly friend: string; readonly payer: string | null; readonly paidAt: Date },
  at: Date,
): Ledger {
  const isKnownPayer = listEntries(ledger, 'pending').some(
    (entry) => payer !== null && entry.payer === payer,
  )
  const friends = [...computeBalance(ledger).friends.values()].filter(
    ({ state }) => state !== 'reversed',
  )
  if (isKnownFriend(ledger, friend) || isKnownPayer || friends.length >= maxEarned) return ledger
  const earnsAt = chooseEarningTime(friends, paidAt)
  const { minorUnits } = referralCredit
  return [...ledger, { kind: 'pending', at, friend, payer, amount: minorUnits, earnsAt }]
}

/** Does nothing before the credit is due. */
export function earnCredit(ledger: Ledger, friend: string, at: Date): Ledger {
  const pending = computeBalance(ledger).friends.get(friend)
  if (pending?.state !== 'pending' || pending.earnsAt > at) return ledger
  return [...ledger, { kind: 'earned', at, friend }]
}

/** Never reverses credit that was used. */
export function reverseCredit(
  ledger: Ledger,
  friend: string,
  reason: ReversalReason,
  at: Date,
): Ledger {
  const isReversed = listEntries(ledger, 'reversed').some((entry) => entry.friend === friend)
  return isReversed ? ledger : [...ledger, { kind: 'reversed', at, friend, reason }]
}

/** Reverses the credit for friends who pay with this PayPal account, which is the reader's own. */
export const reverseCreditOfPayer = (ledger: Ledger, payer: string, at: Date): Ledger =>
  listEntries(ledger, 'pending')
    .filter((entry) => entry.payer === payer)
    .reduce((left, { friend }) => reverseCredit(left, friend, 'notEligible', at), ledger)

/** Uses as much credit as there is, up to `price`, once per payment. */
export function applyCredit(ledger: Ledger, payment: string, price: number, at: Date): Ledger {
  const { lots, uses } = computeBalance(ledger)
  const used = Math.min(sumRemaining(lots), price)
  if (uses.has(payment) || used <= 0) return ledger
  return [...ledger, { kind: 'used', at, payment, amount: used }]
}

export function settleUse(ledger: Ledger, payment: string, at: Date): Ledger {
  const isOpen = computeBalance(ledger).uses.get(payment)?.state === 'unsettled'
  return isOpen ? [...ledger, { kind: 'settled', at, payment }] : ledger
}

export function restoreUse(ledger: Ledger, payment: string, at: Date): Ledger {
  const isOpen = computeBalance(ledger).uses.get(payment)?.state === 'unsettled'
  return isOpen ? [...ledger, { kind: 'restored', at, payment }] : ledger
}

export type OperatorCredit = {
  readonly amount: number
  readonly operator: string
  readonly reason: string
}

export const grantCredit = (ledger: Ledger, credit: OperatorCredit, at: Date): Ledger => [
  ...ledger,
  { kind: 'granted', at, ...credit },
]

/** Returns null if less credit is left. */
export function removeCredit(ledger: Ledger, credit: OperatorCredit, at: Date): Ledger | null {
  return credit.amount > summariseLedger(ledger).available
    ? null
    : [...ledger, { kind: 'removed', at, ...credit }]
}

/** Returns the part of a payment that was, or will be, refunded as credit. */
export function findUse(ledger: Ledger, payment: string): CreditUse | null {
  return computeBalance(ledger).uses.get(payment) ?? null
}

export function findFriend(ledger: Ledger, friend: string): Friend | null {
  return computeBalance(ledger).friends.get(friend) ?? null
}

export type LedgerSummary = {
  /** The number of friends who have paid enough. */
  readonly friends: number
  readonly pending: number
  /** When the next pending credit is earned. */
  readonly nextEarnsAt: Date | null
  /** Includes credit that operators have granted. */
  readonly earned: number
  readonly used: number
  readonly available: number
}

export function summariseLedger(ledger: Ledger): LedgerSummary {
  const { lots, uses, friends } = computeBalance(ledger)
  const sumAmounts = (entries: Iterable<{ readonly amount: number }>) =>
    [...entries].reduce((sum, { amount }) => sum + amount, 0)
  const known = [...friends.values()]
  const pending = known.filter(({ state }) => state === 'pending')
  const used = sumAmounts([...uses.values()].filter(({ state }) => state !== 'restored'))
  const available = sumRemaining(lots)
  const earliest = Math.min(...pending.map(({ earnsAt }) => earnsAt.getTime()))
  return {
    friends: known.filter(({ state }) => state !== 'reversed').length,
    pending: sumAmounts(pending),
    nextEarnsAt: pending.length > 0 ? new Date(earliest) : null,
    earned: used + available,
    used,
    available,
  }
}
