/**
 * Signed JWTs, each with a type, so that a token is never accepted in place of another type. `__Host-pass` contains the
 * subscription status, so that opening a story needs no database read while the pass is fresh.
 */
import { z } from 'zod'
import { cookieDays } from '../../src/contracts/cookies/cookie-lifetimes.ts'
import { encodeHex } from '../../src/contracts/signing/desk-signature.ts'
import type { Keyring } from '../../src/contracts/signing/keyring.ts'
import {
  importSigningKeys,
  signToken,
  toUnixSeconds,
  verifyToken,
} from '../../src/contracts/signing/signed-token.ts'
import { emailLimitDays } from '../../src/domain/email-limits.ts'
import { confirmationDays } from '../../src/domain/newsletter/newsletter-entry.ts'
import { type SpentUnlock, type Unlock, unlockWays } from '../../src/domain/paywall/unlock.ts'
import {
  createEntitlementSchema,
  type Entitlement,
} from '../../src/domain/subscription/entitlement-schema.ts'
import { meterDays } from '../../src/publication/meter.ts'
import { giftLinkDays } from '../../src/publication/offer.ts'
import { rememberVerified } from './verified-tokens.ts'

const daySeconds = 24 * 60 * 60

export const sessionSeconds = cookieDays.session * daySeconds
/** Age in seconds at which a session is renewed. */
export const sessionRenewSeconds = 24 * 60 * 60
/** Maximum age in seconds at which a pass is accepted without a database read. */
export const passFreshSeconds = 10 * 60
/** Maximum age in seconds at which a pass is accepted while the database is unavailable. */
export const passGraceSeconds = 24 * 60 * 60

export const tokenSeconds = {
  /** A guest id (functions/subscription/checkout-buyer.ts). */
  buyer: cookieDays.buyer * daySeconds,
  /** An access key, and the purpose that its owner is asked to confirm (`identify-staff.ts`). */
  keyConfirmation: 10 * 60,
  /** The checkout in a link emailed to its payer. */
  finishCheckout: 30 * daySeconds,
  /** The academic address to which the link is emailed. */
  studentConfirmation: emailLimitDays * daySeconds,
  /** The hash of a confirmed academic address. */
  student: cookieDays.student * daySeconds,
  /** The gift in a link emailed to its buyer. Valid for as long as a gift can be scheduled and redeemed. */
  gift: 800 * daySeconds,
  /** A random id for a guest's device (functions/ratings/rating-handlers.ts). */
  device: 365 * daySeconds,
  /** The code of the first referral link that was opened. */
  referral: cookieDays.referral * daySeconds,
  /** The story that the last referral link led to, and the first name of the reader who shared it. */
  referred: cookieDays.referred * daySeconds,
  /** The story to which a gift link has granted access (functions/gift-link/given-pass.ts). */
  given: giftLinkDays * daySeconds,
  /** The hash of an address on The Weekly's list. The token is in every issue, and people open old emails. */
  unsubscribe: 5 * 365 * daySeconds,
  newsletterPreferences: 5 * 365 * daySeconds,
  /** The hash of an address whose owner was asked to confirm The Weekly. */
  newsletterConfirmation: confirmationDays * daySeconds,
} as const

export const meterSeconds = meterDays * daySeconds
export type TokenType = keyof typeof tokenSeconds

const secondsSchema = z.number().transform((time) => toDate(time))

const sessionSchema = z.object({ sub: z.string().min(1), iat: z.number(), since: z.number() })
const tokenSchema = z.object({ sub: z.string().min(1) })
const entitlementSchema = createEntitlementSchema(secondsSchema)
const { shape } = entitlementSchema
const passSchema = entitlementSchema.extend({
  sub: z.string().min(1),
  iat: z.number(),
  // Passes issued by earlier versions lack these. Each new field needs a default, or an upgrade would void all passes.
  plan: shape.plan.default(null),
  price: shape.price.default(null),
  previousPlan: shape.previousPlan.default(null),
  paidThrough: shape.paidThrough.default(null),
  resumesAt: shape.resumesAt.default(null),
  nextPayment: shape.nextPayment.default(null),
  givenMonths: shape.givenMonths.default(0),
  givenUntil: shape.givenUntil.default(null),
  allowedSteps: shape.allowedSteps.default([]),
})

/** The unlocks of a guest or reader. `sub` is a guest's random id or a uid. */
const meterSchema = z.object({
  v: z.literal(1),
  sub: z.string().min(1),
  iat: z.number(),
  kind: z.enum(['guest', 'reader']),
  unlocks: z.array(z.tuple([z.string(), secondsSchema, z.enum(unlockWays)])),
  // Cookies issued by an earlier version lack these fields.
  spent: z.array(z.tuple([secondsSchema, z.enum(unlockWays)])).default([]),
  byAddress: z.array(secondsSchema).default([]),
  byUnconfirmed: z.array(secondsSchema).default([]),
})

export type MeterOwner = { readonly kind: 'guest' | 'reader'; readonly id: string }
export type MeterCookie = {
  readonly owner: MeterOwner
  readonly unlocks: readonly Unlock[]
  /** Unlocks by this browser's guests, even if the cookie belongs to a reader. */
  readonly spent: readonly SpentUnlock[]
  /** Unlocks by a reader's other accounts with the same address. */
  readonly spentByAddress: readonly SpentUnlock[]
}

export type Session = {
  readonly uid: string
  readonly issuedAt: Date
  /** When the reader signed in. Renewals don't change it, so that older sessions can be ended. */
  readonly since: Date
}
export type Pass = {
  readonly uid: string
  readonly issuedAt: Date
  readonly entitlement: Entitlement
}

export type Tokens = {
  issueSession(uid: string, since: Date, now: Date): Promise<string>
  issuePass(uid: string, entitlement: Entitlement, now: Date): Promise<string>
  issueToken(tokenType: TokenType, subject: string, now: Date): Promise<string>
  /** Returns null unless the token is valid, of this type, and at most `maxAge` seconds old. */
  readToken(
    tokenType: TokenType,
    token: string | undefined,
    now: Date,
    maxAge?: number,
  ): Promise<string | null>
  /** Returns an HMAC in hex, from which the text can't be found by guessing. A new key produces another hash. */
  computeHash(purpose: string, text: string): Promise<string>
  issueMeter(meter: MeterCookie, now: Date): Promise<string>
  /** Returns null unless the cookie is valid. Its unlocks may have expired. */
  readMeter(token: string | undefined, now: Date): Promise<MeterCookie | null>
  /** Returns null unless the token is valid. */
  readSession(token: string | undefined, now: Date): Promise<Session | null>
  /** Returns null unless the token is valid and at most 24 hours old. */
  readPass(token: string | undefined, now: Date): Promise<Pass | null>
}

const toDate = (time: number) => new Date(Math.round(time * 1000))

export function createTokens(keyring: Keyring): Tokens {
  const keys = importSigningKeys(keyring)

  const sign = async (type: string, sub: string, claims: Record<string, unknown>, now: Date) =>
    signToken(type, { ...claims, sub, iat: toUnixSeconds(now) }, await keys)

  async function read<Claims>(
    type: string,
    schema: z.ZodType<Claims>,
    token: string | undefined,
    lifetime: number,
    now: Date,
  ): Promise<Claims | null> {
    const verified = await verifyToken(type, token, await keys, { maxAge: lifetime, now })
    // Missing cookies are checked first, because most callers lack most cookies, and creating zod errors is slow.
    if (!verified) return null
    const claims = schema.safeParse(verified)
    return claims.success ? claims.data : null
  }

  const readSessionClaims = rememberVerified(
    (token, now) => read('session', sessionSchema, token, sessionSeconds, now),
    sessionSeconds,
  )
  const readPassClaims = rememberVerified(
    (token, now) => read('pass', passSchema, token, passGraceSeconds, now),
    passGraceSeconds,
  )
  const readMeterClaims = rememberVerified(
    (token, now) => read('meter', meterSchema, token, meterSeconds, now),
    meterSeconds,
  )

  return {
    issueSession: (uid, since, now) => sign('session', uid, { since: since.getTime() / 1000 }, now),
    issuePass: (
      uid,
      { until, paidThrough, resumesAt, nextPayment, givenUntil, ...unchanged },
      now,
    ) => {
      const times = {
        until: until && toUnixSeconds(until),
        paidThrough: paidThrough && toUnixSeconds(paidThrough),
        resumesAt: resumesAt && toUnixSeconds(resumesAt),
        nextPayment: nextPayment && { ...nextPayment, at: toUnixSeconds(nextPayment.at) },
        givenUntil: givenUntil && toUnixSeconds(givenUntil),
      }
      return sign('pass', uid, { ...unchanged, ...times }, now)
    },

    issueToken: (tokenType, subject, now) => sign(tokenType, subject, {}, now),
    async readToken(tokenType, token, now, maxAge = tokenSeconds[tokenType]) {
      return (await read(tokenType, tokenSchema, token, maxAge, now))?.sub ?? null
    },

    async computeHash(purpose, text) {
      const { current, keys: known } = await keys
      // No token contains a line break, so no token's signature is also a valid hash.
      const bytes = new TextEncoder().encode(`${purpose}\n${text}`)
      return encodeHex(await crypto.subtle.sign('HMAC', known.get(current)!, bytes))
    },

    issueMeter: ({ owner: { kind, id }, ...lists }, now) => {
      const unlocks = lists.unlocks.map(({ slug, at, way }) => [slug, toUnixSeconds(at), way])
      const spent = lists.spent.map(({ at, way }) => [toUnixSeconds(at), way])
      const listTimes = (isUnconfirmed: boolean) =>
        lists.spentByAddress
          .filter((one) => (one.isUnconfirmed ?? false) === isUnconfirmed)
          .map(({ at }) => toUnixSeconds(at))
      const byAddress = { byAddress: listTimes(false), byUnconfirmed: listTimes(true) }
      return sign('meter', id, { v: 1, kind, unlocks, spent, ...byAddress }, now)
    },
    async readMeter(token, now) {
      const claims = await readMeterClaims(token, now)
      if (!claims) return null
      const unlocks = claims.unlocks.map(([slug, at, way]) => ({ slug, at, way }))
      const spent = claims.spent.map(([at, way]) => ({ at, way }))
      const spentByAddress = [
        ...claims.byAddress.map((at) => ({ at, way: 'free' as const })),
        ...claims.byUnconfirmed.map((at) => ({ at, way: 'free' as const, isUnconfirmed: true })),
      ]
      return { owner: { kind: claims.kind, id: claims.sub }, unlocks, spent, spentByAddress }
    },

    async readSession(token, now) {
      const claims = await readSessionClaims(token, now)
      if (!claims) return null
      return { uid: claims.sub, issuedAt: toDate(claims.iat), since: toDate(claims.since) }
    },

    async readPass(token, now) {
      const claims = await readPassClaims(token, now)
      if (!claims) return null
      const { sub, iat, ...entitlement } = claims
      return { uid: sub, issuedAt: toDate(iat), entitlement }
    },
  }
}
