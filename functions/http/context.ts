import type { Context, Hono } from 'hono'
import type { DeskKeys } from '../../src/contracts/desk-signature.ts'
import type { SealingKeys } from '../../src/contracts/sealed-body.ts'
import { sessionStands } from '../../src/domain/reader.ts'
import { type Result, succeed } from '../../src/domain/result.ts'
import type { Standing } from '../../src/domain/standing.ts'
import { findOwnedAccount } from '../account/address-owner.ts'
import {
  passCookieLines,
  readReaderCookies,
  sessionCookieLine,
  signedOutCookies,
  withCookies,
} from '../account/cookies.ts'
import type { Outage } from '../account/outage.ts'
import {
  type Caller,
  type CallerFailure,
  identifyCaller,
  type LoadedReader,
  loadReader,
} from '../account/reader.ts'
import { removeWhatIsLate } from '../account/removal.ts'
import { type Session, sessionRollSeconds, type Tokens } from '../account/tokens.ts'
import type { Accounts } from '../adapters/accounts.ts'
import type { BotCheck } from '../adapters/bot-check.ts'
import type { EventReceiver } from '../adapters/event-receiver.ts'
import type { Firestore } from '../adapters/firestore.ts'
import type { IdentityService } from '../adapters/identity.ts'
import type { LetterCodes } from '../adapters/letter-codes.ts'
import type { PayPal } from '../adapters/paypal.ts'
import type { RebuildHook } from '../adapters/rebuild-hook.ts'
import type { AbsencePages } from '../articles/absence-pages.ts'
import type { OpenedBodies } from '../articles/opened-bodies.ts'
import type { Bindings } from '../env.ts'
import type { LetterBox } from '../letters/letters.ts'
import type { ChangedList } from '../publishing/changed-list.ts'
import type { SiteNotes } from '../publishing/site-notes.ts'
import type { RenderPage } from './edge-page.ts'
import { errorResponse } from './errors.ts'

/** What handlers are given; made once an isolate. */
export type Services = {
  readonly firestore: Firestore
  readonly identity: IdentityService
  readonly accounts: Accounts
  readonly letterCodes: LetterCodes
  /** Of Firestore. */
  readonly outage: Outage
  /** Null where none is set up: everybody passes. */
  readonly botCheck: BotCheck | null
  readonly tokens: Tokens
  readonly sealingKeys: Promise<SealingKeys>
  /** Of what the desk signs. */
  readonly deskKeys: Promise<DeskKeys>
  readonly openedBodies: OpenedBodies
  readonly changedList: ChangedList
  /** Null where nobody builds the site by itself. */
  readonly rebuildHook: RebuildHook | null
  readonly siteNotes: SiteNotes
  readonly renderPage: RenderPage
  readonly absencePages: AbsencePages
  /** Null where nobody receives events. */
  readonly eventReceiver: EventReceiver | null
  /** Null where nothing is sold. */
  readonly paypal: PayPal | null
  /** Null where no mail service is set up: no letters are sent. */
  readonly letterBox: LetterBox | null
  readonly now: () => Date
  /** Takes ids and reasons; never an address, a token or a payload. */
  readonly log: (event: string, details: Readonly<Record<string, string | number>>) => void
}

export type Environment = {
  Bindings: Bindings
  Variables: { services: Services }
}
export type EdgeContext = Context<Environment>
export type EdgeApp = Hono<Environment>

function reportCallerFailure(context: EdgeContext, failure: CallerFailure): Response {
  context.var.services.log('caller_unknown', { kind: failure.kind, reason: failure.reason })
  return errorResponse('unavailable')
}

/** Takes away cookies that name nobody. */
function asGuest(context: EdgeContext, response: Response): Response {
  const cookies = Object.values(readReaderCookies(context))
  const isGuestEverywhere = cookies.every((cookie) => cookie === undefined)
  return isGuestEverywhere ? response : withCookies(response, signedOutCookies())
}

/**
 * Runs `respond` for whoever is calling. A standing that was looked up anew goes into a new pass,
 * and a session older than a day rolls on, once the account is known to have its owner's address;
 * cookies that say more than is true are removed.
 */
export async function withCaller(
  context: EdgeContext,
  respond: (caller: Caller) => Response | Promise<Response>,
): Promise<Response> {
  const { services } = context.var
  const now = services.now()
  const cookies = readReaderCookies(context)
  const identified = await identifyCaller(cookies, { ...services, now })
  if (!identified.ok) return reportCallerFailure(context, identified.failure)
  const caller = identified.value
  const response = await respond(caller)
  if (caller.kind === 'guest') return asGuest(context, response)
  const { uid, session, standing, record } = caller
  if (!record) return response
  const pass = await services.tokens.issuePass(uid, standing, now)
  const isDue = now.getTime() - session.issuedAt.getTime() > sessionRollSeconds * 1000
  // An account that its owner could no longer log in to is noticed while they are still logged in.
  if (isDue) await findOwnedAccount(services, uid, record)
  // Rolled seldom: an answer on its way while the reader signs out must not sign them in again.
  const rolled = isDue ? [await services.tokens.issueSession(uid, session.since, now)] : []
  return withCookies(response, [
    ...rolled.map(sessionCookieLine),
    ...passCookieLines(pass, standing),
  ])
}

/** A reader as the database knows them now, and not as a cookie of ten minutes ago does. */
export type SignedInReader = LoadedReader & { readonly uid: string; readonly session: Session }

/** Dresses an answer with what has just become of the reader's standing. */
export async function withStanding(
  context: EdgeContext,
  response: Response,
  { uid, standing }: { readonly uid: string; readonly standing: Standing },
): Promise<Response> {
  const { tokens, now } = context.var.services
  const pass = await tokens.issuePass(uid, standing, now())
  return withCookies(response, passCookieLines(pass, standing))
}

/** Null where the cookies name nobody, or somebody whose sessions were ended. */
async function currentReader(
  context: EdgeContext,
): Promise<Result<SignedInReader | null, CallerFailure>> {
  const { firestore, tokens, now } = context.var.services
  const session = await tokens.readSession(readReaderCookies(context).session, now())
  if (!session) return succeed(null)
  const loaded = await loadReader(firestore, session.uid, now())
  if (!loaded.ok) return loaded
  if (!loaded.value || !sessionStands(loaded.value.reader, session.since)) return succeed(null)
  return succeed({ ...loaded.value, uid: session.uid, session })
}

/**
 * Runs `respond` for a signed-in reader, for whatever reads or changes what is theirs: a session
 * that was ended elsewhere is over here at once. Everybody else gets `forNobody`, or `signed_out`.
 * Costs two database reads, a change three, and there is no way around them while the database is
 * away.
 */
export async function withReader(
  context: EdgeContext,
  respond: (reader: SignedInReader) => Response | Promise<Response>,
  forNobody: () => Response | Promise<Response> = () => errorResponse('signed_out'),
): Promise<Response> {
  const reader = await currentReader(context)
  if (!reader.ok) return reportCallerFailure(context, reader.failure)
  if (!reader.value) return asGuest(context, await forNobody())
  const response = await respond(reader.value)
  if (context.req.method !== 'GET') await removeWhatIsLate(context.var.services, reader.value.uid)
  return response
}
