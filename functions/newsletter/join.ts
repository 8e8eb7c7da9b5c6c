/** POST /api/join-newsletter: what it takes and answers stands in contracts/newsletter.ts. */
import type { ApiErrorCode } from '../../src/contracts/api-error.ts'
import { botCheckActions } from '../../src/contracts/bot-check.ts'
import {
  type JoinResponse,
  joinOutcomes,
  joinRequestSchema,
  joinSourceSchema,
} from '../../src/contracts/newsletter.ts'
import type { NewsletterReader } from '../../src/domain/newsletter.ts'
import { site } from '../../src/site.ts'
import type { EdgeContext } from '../http/context.ts'
import { errorResponse } from '../http/errors.ts'
import { join } from './list.ts'

type Problem = 'noAddress' | 'malformed' | 'machine' | 'notChecked' | 'notKept'

const orWrite = `or write to ${site.newsletterEmail} and we will add you by hand.`

/** What went wrong, as the API says it and in words for the reader. */
const problems: Readonly<Record<Problem, { code: ApiErrorCode; message: string }>> = {
  noAddress: {
    code: 'bad_request',
    message: 'This does not look like an e-mail address. Please check it and try again.',
  },
  malformed: {
    code: 'bad_request',
    message: 'This request is not complete. Please reload the page and try again.',
  },
  machine: {
    code: 'not_human',
    message: `We could not tell that you are a person. Please try again, ${orWrite}`,
  },
  notChecked: {
    code: 'unavailable',
    message: `We cannot sign anybody up right now. Please try again in a few minutes, ${orWrite}`,
  },
  notKept: {
    code: 'unavailable',
    message: 'We cannot sign you up right now. The fault is ours: please try again in a minute.',
  },
}

/** A form without its script is urlencoded, and its reader wants a page for an answer. */
const isPlainForm = (context: EdgeContext) =>
  context.req.header('Content-Type')?.startsWith('application/x-www-form-urlencoded') ?? false

function readBody(context: EdgeContext): Promise<unknown> {
  const body = isPlainForm(context) ? context.req.parseBody() : context.req.json()
  return body.catch(() => null)
}

function refuse(context: EdgeContext, problem: Problem): Response {
  const { code, message } = problems[problem]
  if (!isPlainForm(context)) return errorResponse(code, { message })
  const outcome = problem === 'noAddress' ? joinOutcomes.noAddress : joinOutcomes.notJoined
  return context.redirect(`/newsletter#${outcome}`, 303)
}

export async function joinNewsletter(context: EdgeContext): Promise<Response> {
  const { firestore, botCheck, now, log } = context.var.services
  const request = joinRequestSchema.safeParse(await readBody(context))
  if (!request.success) {
    const isOfAddress = request.error.issues.every(({ path }) => path[0] === 'email')
    return refuse(context, isOfAddress ? 'noAddress' : 'malformed')
  }
  const checked = await botCheck?.verify(request.data.botCheck, {
    action: botCheckActions.joinNewsletter,
    hostname: new URL(context.req.url).hostname,
  })
  if (checked && !checked.ok) {
    const { kind, reason } = checked.failure
    log('bot_check_failed', { kind, reason })
    return refuse(context, kind === 'refused' ? 'machine' : 'notChecked')
  }
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
