/** POST /api/join-newsletter: what it takes and answers stands in contracts/newsletter.ts. */
import type { ApiErrorCode } from '../../src/contracts/api-error.ts'
import { botCheckActions } from '../../src/contracts/bot-check.ts'
import {
  type JoinData,
  type JoinResponse,
  joinOutcomes,
  joinRequestSchema,
  joinSourceSchema,
} from '../../src/contracts/newsletter.ts'
import { tooManyRequests } from '../../src/contracts/too-many-requests.ts'
import type { NewsletterReader } from '../../src/domain/newsletter.ts'
import { site } from '../../src/site.ts'
import type { EdgeContext } from '../http/context.ts'
import { errorResponse } from '../http/errors.ts'
import { isUncheckedWithinLimit } from '../http/guards.ts'
import { addressHash, join } from './list.ts'

type Problem = 'noAddress' | 'malformed' | 'tooMany' | 'machine' | 'notChecked' | 'notKept'

const orWrite = `or write to ${site.newsletterEmail} and we’ll add you.`

/** What went wrong, as the API says it and in words for the reader. */
const problems: Readonly<Record<Problem, { code: ApiErrorCode; message: string }>> = {
  noAddress: {
    code: 'bad_request',
    message: 'That doesn’t look like an email address. Check it and try again.',
  },
  malformed: {
    code: 'bad_request',
    message: 'Something is missing from this request. Reload the page and try again.',
  },
  tooMany: { code: 'too_many_requests', message: tooManyRequests.message },
  machine: {
    code: 'not_human',
    message: `We couldn’t confirm that you’re a person. Try again, ${orWrite}`,
  },
  notChecked: {
    code: 'unavailable',
    message: `We can’t sign anyone up right now. Try again in a few minutes, ${orWrite}`,
  },
  notKept: {
    code: 'unavailable',
    message: 'We couldn’t sign you up. The fault is ours: try again in a minute.',
  },
}

/** A form sent without JavaScript is urlencoded, and its reader needs a page as an answer. */
const isPlainForm = (context: EdgeContext) =>
  context.req.header('Content-Type')?.startsWith('application/x-www-form-urlencoded') ?? false

function readBody(context: EdgeContext): Promise<unknown> {
  const body = isPlainForm(context) ? context.req.parseBody() : context.req.json()
  return body.catch(() => null)
}

function refuse(context: EdgeContext, problem: Problem): Response {
  const { code, message } = problems[problem]
  if (!isPlainForm(context)) return errorResponse(code, { message })
  const outcome =
    problem === 'noAddress' || problem === 'tooMany'
      ? joinOutcomes[problem]
      : joinOutcomes.notJoined
  return context.redirect(`/newsletter#${outcome}`, 303)
}

export const refuseFrequentJoin = (context: EdgeContext) => refuse(context, 'tooMany')

/**
 * Null where the request may be accepted: with a good token, where no bot check is set up, and a few
 * times without a token. Without one nobody has checked that this is a person, but the list is safe:
 * an address receives The Weekly only after its owner has confirmed it.
 */
async function checkSender(
  context: EdgeContext,
  { email, botCheck: token }: JoinData,
): Promise<Problem | null> {
  const { botCheck, log } = context.var.services
  if (!botCheck) return null
  if (token === undefined) {
    return (await isUncheckedWithinLimit(context, await addressHash(email))) ? null : 'tooMany'
  }
  const checked = await botCheck.verify(token, {
    action: botCheckActions.joinNewsletter,
    hostname: new URL(context.req.url).hostname,
  })
  if (checked.ok) return null
  const { kind, reason } = checked.failure
  log('bot_check_failed', { kind, reason })
  return kind === 'refused' ? 'machine' : 'notChecked'
}

export async function joinNewsletter(context: EdgeContext): Promise<Response> {
  const { firestore, now, log } = context.var.services
  const request = joinRequestSchema.safeParse(await readBody(context))
  if (!request.success) {
    const isOfAddress = request.error.issues.every(({ path }) => path[0] === 'email')
    return refuse(context, isOfAddress ? 'noAddress' : 'malformed')
  }
  const problem = await checkSender(context, request.data)
  if (problem) return refuse(context, problem)
  const reader: NewsletterReader = {
    email: request.data.email,
    state: 'pending',
    source: joinSourceSchema.parse(context.req.query('source')),
    consentedAt: now(),
    ip: (context.req.header('CF-Connecting-IP') ?? '').slice(0, 45),
    userAgent: (context.req.header('User-Agent') ?? '').slice(0, 512),
    uid: null,
  }
  const joined = await join(firestore, reader)
  if (!joined.ok) {
    log('join_failed', { kind: joined.failure.kind })
    return refuse(context, 'notKept')
  }
  if (isPlainForm(context)) return context.redirect(`/newsletter#${joinOutcomes.joined}`, 303)
  const body: JoinResponse = { joined: true }
  return context.json(body)
}
