/**
 * The signed cookies. `__Host-session` says who the reader is; `__Host-pass` says where they stand, so
 * that reading costs no database read while it is fresh. Beside them are marks, in cookies and in
 * letters, that say one thing of whoever has them. All are JWTs signed with a key of the session
 * keyring, and each carries its type: one never passes for the other.
 */
import { jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import type { Keyring } from '../../src/contracts/keyring.ts'
import { planIds } from '../../src/domain/plan.ts'
import type { Standing } from '../../src/domain/standing.ts'
import { subscriptionDetails, subscriptionStatuses } from '../../src/domain/subscription-status.ts'
import { readerSteps } from '../../src/domain/subscription-steps.ts'

export const sessionSeconds = 30 * 24 * 60 * 60
/** A session is rolled on once it is older than this; not sooner, so that few answers carry it. */
export const sessionRollSeconds = 24 * 60 * 60
/** How long a pass is believed without asking the database again. */
export const passFreshSeconds = 10 * 60
/** How long it is believed while the database cannot be asked. */
export const passGraceSeconds = 24 * 60 * 60

const day = 24 * 60 * 60

/** What a mark says, and for how many seconds. */
export const markSeconds = {
  /** A guest who is buying, by their guest id (functions/subscription/buyer.ts). */
  buyer: 7 * day,
  /** Whoever has paid for this checkout: in a letter to the payer. */
  finish: 30 * day,
  /** Whoever reads the mail of this academic address: in a letter to it. */
  studentLetter: day,
  /** Whoever has shown that, by the address's hash. */
  student: 30 * day,
  /** A guest's device that has rated a story, by a random id (functions/ratings/ratings.ts). */
  device: 365 * day,
} as const
export type Mark = keyof typeof markSeconds

/** As a token writes an instant. */
const secondsSchema = z.number().transform((time) => instant(time))

const sessionSchema = z.object({ sub: z.string().min(1), iat: z.number(), since: z.number() })
const markSchema = z.object({ sub: z.string().min(1) })
const passSchema = z.object({
  sub: z.string().min(1),
  iat: z.number(),
  status: z.enum(subscriptionStatuses),
  detail: z.enum(subscriptionDetails),
  entitled: z.boolean(),
  until: secondsSchema.nullable(),
  // A pass of an earlier version says less, and opens as much.
  plan: z.enum(planIds).nullable().default(null),
  paidThrough: secondsSchema.nullable().default(null),
  resumesAt: secondsSchema.nullable().default(null),
  freeUntil: secondsSchema.nullable().default(null),
  may: z.array(z.enum(readerSteps)).default([]),
})

export type Session = {
  readonly uid: string
  readonly issuedAt: Date
  /** When the reader signed in, to the millisecond; renewals keep it, so that it can be told to be over. */
  readonly since: Date
}
export type Pass = { readonly uid: string; readonly issuedAt: Date; readonly standing: Standing }

export type Tokens = {
  issueSession(uid: string, since: Date, now: Date): Promise<string>
  issuePass(uid: string, standing: Standing, now: Date): Promise<string>
  issueMark(mark: Mark, of: string, now: Date): Promise<string>
  /** Of what it is; null for whatever is no such mark of ours, or too old. */
  readMark(mark: Mark, token: string | undefined, now: Date): Promise<string | null>
  /** Null for whatever is not a session that we signed and that still runs. */
  readSession(token: string | undefined, now: Date): Promise<Session | null>
  /** Null for whatever is not a pass of ours of the last 24 hours. */
  readPass(token: string | undefined, now: Date): Promise<Pass | null>
}

const algorithm = 'HS256'
const seconds = (instant: Date) => Math.floor(instant.getTime() / 1000)
const instant = (time: number) => new Date(Math.round(time * 1000))

/** Imported once: given the bare secret, jose would import it again for every token. */
function importKeys({ secrets }: Keyring): ReadonlyMap<number, Promise<CryptoKey>> {
  const imported = [...secrets].map(([id, secret]) => {
    const signing = { name: 'HMAC', hash: 'SHA-256' }
    return [id, crypto.subtle.importKey('raw', secret, signing, false, ['sign', 'verify'])] as const
  })
  return new Map(imported)
}

export function createTokens(keyring: Keyring): Tokens {
  const keys = importKeys(keyring)

  async function sign(type: string, uid: string, claims: Record<string, unknown>, now: Date) {
    return new SignJWT(claims)
      .setProtectedHeader({ alg: algorithm, typ: type, kid: String(keyring.current) })
      .setSubject(uid)
      .setIssuedAt(seconds(now))
      .sign(await keys.get(keyring.current)!)
  }

  async function read<Claims>(
    type: string,
    schema: z.ZodType<Claims>,
    token: string | undefined,
    lifetime: number,
    now: Date,
  ): Promise<Claims | null> {
    if (!token) return null
    try {
      const { payload } = await jwtVerify(
        token,
        ({ kid }) => {
          const key = keys.get(Number(kid))
          if (!key) throw new Error('unknown key')
          return key
        },
        { algorithms: [algorithm], typ: type, maxTokenAge: lifetime, currentDate: now },
      )
      const claims = schema.safeParse(payload)
      return claims.success ? claims.data : null
    } catch {
      // Forged, altered, expired or of the other type: to us it is absent.
      return null
    }
  }

  return {
    issueSession: (uid, since, now) => sign('session', uid, { since: since.getTime() / 1000 }, now),
    issuePass: (uid, { until, paidThrough, resumesAt, freeUntil, ...same }, now) => {
      const times = {
        until: until && seconds(until),
        paidThrough: paidThrough && seconds(paidThrough),
        resumesAt: resumesAt && seconds(resumesAt),
        freeUntil: freeUntil && seconds(freeUntil),
      }
      return sign('pass', uid, { ...same, ...times }, now)
    },

    issueMark: (mark, of, now) => sign(mark, of, {}, now),
    async readMark(mark, token, now) {
      return (await read(mark, markSchema, token, markSeconds[mark], now))?.sub ?? null
    },

    async readSession(token, now) {
      const claims = await read('session', sessionSchema, token, sessionSeconds, now)
      if (!claims) return null
      return { uid: claims.sub, issuedAt: instant(claims.iat), since: instant(claims.since) }
    },

    async readPass(token, now) {
      const claims = await read('pass', passSchema, token, passGraceSeconds, now)
      if (!claims) return null
      const { sub, iat, ...standing } = claims
      return { uid: sub, issuedAt: instant(iat), standing }
    },
  }
}
