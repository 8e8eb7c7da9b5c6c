import { type CookieOptions, parse, serialize as serializeAny } from 'hono/utils/cookie'
import { z } from 'zod'
import { askForConsent, consentCookie } from '../../src/contracts/cookies/consent-cookie.ts'
import { cookieDays } from '../../src/contracts/cookies/cookie-lifetimes.ts'
import { givenByCookie } from '../../src/contracts/cookies/given-article-cookie.ts'
import {
  addRole,
  createReaderHint,
  formatReaderHint,
  readerHintCookie,
} from '../../src/contracts/cookies/reader-hint-cookie.ts'
import { referredByCookie } from '../../src/contracts/cookies/referred-by-cookie.ts'
import { freeVisits, visitsCookie } from '../../src/contracts/cookies/visits-cookie.ts'
import type { CookieName } from '../../src/contracts/device-storage.ts'
import type { StaffRole } from '../../src/domain/staff/staff.ts'
import type { Entitlement } from '../../src/domain/subscription/entitlement-schema.ts'
import { meterSeconds, passGraceSeconds, sessionSeconds, tokenSeconds } from './session-tokens.ts'

/** Accepts only cookies that the privacy page lists. */
const serialize = (name: CookieName, value: string, options: CookieOptions) =>
  serializeAny(name, value, options)

const sessionCookie = '__Host-session'
const passCookie = '__Host-pass'
const meterCookie = '__Host-meter'
const anonymousIdCookie = '__Host-anonymous-id'
const tokenCookies = {
  buyer: '__Host-buyer',
  student: '__Host-student',
  device: '__Host-device',
  referral: '__Host-referral',
  referred: '__Host-referred',
} as const
type TokenCookie = keyof typeof tokenCookies

const daySeconds = 24 * 60 * 60

const scriptReadable = { path: '/', secure: true, sameSite: 'Lax' } as const
const httpOnlyOptions = { ...scriptReadable, httpOnly: true } as const

export type ReaderCookies = {
  readonly session: string | undefined
  readonly pass: string | undefined
  readonly hint: string | undefined
}

/** Cookies are parsed once per request, because most requests read several. */
const parsedCookies = new WeakMap<Request, Readonly<Record<string, string>>>()

function readCookies(request: Request): Readonly<Record<string, string>> {
  const known = parsedCookies.get(request)
  if (known) return known
  const cookies = parse(request.headers.get('Cookie') ?? '')
  parsedCookies.set(request, cookies)
  return cookies
}

export function readReaderCookies(request: Request): ReaderCookies {
  const cookies = readCookies(request)
  return {
    session: cookies[sessionCookie],
    pass: cookies[passCookie],
    hint: cookies[readerHintCookie],
  }
}

export function createSessionCookie(session: string): string {
  return serialize(sessionCookie, session, { ...httpOnlyOptions, maxAge: sessionSeconds })
}

/** The hint contains the pass's status for scripts. */
export function createPassCookies(
  pass: string,
  entitlement: Entitlement,
  role: StaffRole | null,
): string[] {
  const hint = addRole(formatReaderHint(createReaderHint(entitlement)), role)
  return [
    serialize(passCookie, pass, { ...httpOnlyOptions, maxAge: passGraceSeconds }),
    serialize(readerHintCookie, hint, { ...scriptReadable, maxAge: sessionSeconds }),
  ]
}

export function createSignedOutCookies(): string[] {
  return [
    serialize(sessionCookie, '', { ...httpOnlyOptions, maxAge: 0 }),
    serialize(passCookie, '', { ...httpOnlyOptions, maxAge: 0 }),
    serialize(readerHintCookie, '', { ...scriptReadable, maxAge: 0 }),
    createTokenCookie('student', null),
    createAnonymousIdCookie(null),
  ]
}

export const readTokenCookie = (request: Request, tokenType: TokenCookie) =>
  readCookies(request)[tokenCookies[tokenType]]

/** Null removes the cookie. */
export function createTokenCookie(tokenType: TokenCookie, token: string | null): string {
  const maxAge = token === null ? 0 : tokenSeconds[tokenType]
  return serialize(tokenCookies[tokenType], token ?? '', { ...httpOnlyOptions, maxAge })
}

/** Contains the friend's name for the note on the page to which the first referral link led. */
export const createReferredByCookie = (name: string): string =>
  serialize(referredByCookie, name, { ...scriptReadable, maxAge: tokenSeconds.referral })

export const readMeterCookie = (request: Request) => readCookies(request)[meterCookie]

/** Null removes the cookie. */
export function createMeterCookie(token: string | null): string {
  const maxAge = token === null ? 0 : meterSeconds
  return serialize(meterCookie, token ?? '', { ...httpOnlyOptions, maxAge })
}

const givenCookiePrefix = '__Host-given-'

/** Returns gift links' tokens by article slug, in the order of the request. */
export function readGivenCookies(request: Request): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(readCookies(request)).flatMap(([name, token]) =>
      name.startsWith(givenCookiePrefix) ? [[name.slice(givenCookiePrefix.length), token]] : [],
    ),
  )
}

/** `seconds` is the time until the link expires. Null removes the cookies. */
export function createGivenCookies(
  slug: string,
  given: { readonly token: string; readonly giver: string; readonly seconds: number } | null,
): string[] {
  const { token = '', giver = '', seconds: maxAge = 0 } = given ?? {}
  return [
    serialize(`${givenCookiePrefix}${slug}`, token, { ...httpOnlyOptions, maxAge }),
    serialize(givenByCookie, giver, { ...scriptReadable, path: `/${slug}`, maxAge }),
  ]
}

export type AnonymousId = {
  readonly id: string
  /** Empty in a cookie from an earlier release. */
  readonly signature: string
}

/**
 * Returns undefined if the cookie is missing or isn't an id. Anyone can forge an id, so the signature identifies ours.
 */
export function readAnonymousIdCookie(request: Request): AnonymousId | undefined {
  const [value = '', signature = ''] = (readCookies(request)[anonymousIdCookie] ?? '').split('.')
  const id = z.uuid().safeParse(value).data
  return id === undefined ? undefined : { id, signature }
}

/** In seconds. */
const anonymousIdSeconds = cookieDays.anonymousId * daySeconds

/** Identifies one browser in events that are shared with a third party. Null removes the cookie. */
export function createAnonymousIdCookie(anonymousId: AnonymousId | null): string {
  const maxAge = anonymousId === null ? 0 : anonymousIdSeconds
  const value = anonymousId === null ? '' : `${anonymousId.id}.${anonymousId.signature}`
  return serialize(anonymousIdCookie, value, { ...httpOnlyOptions, maxAge })
}

export const readConsentCookie = (request: Request) => readCookies(request)[consentCookie]

/** Seconds for which the answer, or the request to ask for consent, is stored. */
const consentSeconds = { answer: cookieDays.consent * daySeconds, ask: daySeconds }

/** Null removes the cookie. */
export function createConsentCookie(value: string | null): string {
  const maxAge = value === null ? 0 : consentSeconds[value === askForConsent ? 'ask' : 'answer']
  return serialize(consentCookie, value ?? '', { ...scriptReadable, maxAge })
}

/** Attributes of the cookies derived from the caller's country. */
const countryOptions = { ...scriptReadable, maxAge: daySeconds }

export const createCountryCookie = (country: string): string =>
  serialize('country', country, countryOptions)

export const hasVisitsCookie = (request: Request): boolean =>
  readCookies(request)[visitsCookie] !== undefined

/** Lets pages store a visit's origin without asking. False removes the cookie. */
export const createVisitsCookie = (isFree: boolean): string =>
  isFree
    ? serialize(visitsCookie, freeVisits, countryOptions)
    : serialize(visitsCookie, '', { ...scriptReadable, maxAge: 0 })

export function addCookies(response: Response, cookies: readonly string[]): Response {
  for (const cookie of cookies) response.headers.append('Set-Cookie', cookie)
  return response
}
