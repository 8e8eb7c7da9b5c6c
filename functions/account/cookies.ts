/** The cookies of a reader, as `Set-Cookie` lines: responses are made first and dressed afterwards. */
import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import { serialize } from 'hono/utils/cookie'
import { formatReaderHint, readerHintCookie } from '../../src/contracts/reader-hint.ts'
import type { Standing } from '../../src/domain/standing.ts'
import { markSeconds, passGraceSeconds, sessionSeconds } from './tokens.ts'

const sessionCookie = '__Host-session'
const passCookie = '__Host-pass'
/** Marks that browsers hold. */
const markCookies = {
  buyer: '__Host-buyer',
  student: '__Host-student',
  device: '__Host-device',
} as const
type MarkCookie = keyof typeof markCookies

const readable = { path: '/', secure: true, sameSite: 'Lax' } as const
const closed = { ...readable, httpOnly: true } as const

export type ReaderCookies = {
  readonly session: string | undefined
  readonly pass: string | undefined
  readonly hint: string | undefined
}

export function readReaderCookies(context: Context): ReaderCookies {
  return {
    session: getCookie(context, sessionCookie),
    pass: getCookie(context, passCookie),
    hint: getCookie(context, readerHintCookie),
  }
}

export function sessionCookieLine(session: string): string {
  return serialize(sessionCookie, session, { ...closed, maxAge: sessionSeconds })
}

/** Pass and hint go together: the hint is what the pass says, for scripts to read. */
export function passCookieLines(pass: string, standing: Standing): string[] {
  const { status, detail, entitled } = standing
  const hint = formatReaderHint({ status, open: entitled, mend: detail === 'paymentFailed' })
  return [
    serialize(passCookie, pass, { ...closed, maxAge: passGraceSeconds }),
    serialize(readerHintCookie, hint, { ...readable, maxAge: sessionSeconds }),
  ]
}

export function signedOutCookies(): string[] {
  return [
    serialize(sessionCookie, '', { ...closed, maxAge: 0 }),
    serialize(passCookie, '', { ...closed, maxAge: 0 }),
    serialize(readerHintCookie, '', { ...readable, maxAge: 0 }),
  ]
}

export const readMarkCookie = (context: Context, mark: MarkCookie) =>
  getCookie(context, markCookies[mark])

/** Without a token it takes the mark away. */
export function markCookieLine(mark: MarkCookie, token: string | null): string {
  const maxAge = token === null ? 0 : markSeconds[mark]
  return serialize(markCookies[mark], token ?? '', { ...closed, maxAge })
}

/** How long pages may go by a country once seen, in seconds. */
const countrySeconds = 24 * 60 * 60

export function countryCookie(country: string): string {
  return serialize('country', country, { ...readable, maxAge: countrySeconds })
}

export function withCookies(response: Response, cookies: readonly string[]): Response {
  for (const cookie of cookies) response.headers.append('Set-Cookie', cookie)
  return response
}
