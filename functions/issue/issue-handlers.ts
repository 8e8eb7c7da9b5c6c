/** Serves the desk's requests about sending an issue. All are safe to repeat. */

import { hashBody, type VerifiedRequest } from '../../src/contracts/signing/desk-signature.ts'
import { updateActiveIssue } from '../../src/domain/issue/active-issues.ts'
import { countedParts, getHashRange } from '../../src/domain/issue/audience.ts'
import type { Sending } from '../../src/domain/issue/sending.ts'
import { succeed } from '../../src/domain/result.ts'
import type { Act } from '../../src/domain/staff/act.ts'
import type { Staff } from '../identity/caller.ts'
import { type Handle, refuse, refuseUnavailable, respond } from '../identity/handler.ts'
import { hashAddress } from '../identity/inbox.ts'
import { createPersonalLinks } from '../newsletter/personal-links.ts'
import { getErrorName } from '../platform/error-name.ts'
import { createNonceWrite } from '../publishing/used-nonces.ts'
import { createActWrite } from '../staff/act-records.ts'
import { changeActiveIssues } from './active-issues.ts'
import { advanceIssue } from './advance-issue.ts'
import { createIssueDeps, createIssueReaders } from './create-issue-deps.ts'
import { findDeliveryOutcome } from './find-delivery-outcome.ts'
import type { IssueHandlerDeps } from './issue-handler-deps.ts'
import { readAudience } from './read-audience.ts'
import { describeSending } from './sending-status.ts'
import type { Sendings } from './sendings.ts'

const encoder = new TextEncoder()

const noProvider = () =>
  refuse(
    'not_possible',
    'No email provider is set up for The Weekly. Set WEEKLY_MAIL_KEY and WEEKLY_MAIL_FROM.',
  )

/** Catches exceptions from the bucket and the Durable Object, which throw if they are unavailable. */
async function tryIssue<Value>(
  deps: IssueHandlerDeps,
  slug: string,
  action: () => Promise<Value>,
): Promise<Value | ReturnType<typeof refuseUnavailable>> {
  try {
    return await action()
  } catch (error) {
    const reason = getErrorName(error)
    return refuseUnavailable(deps, 'issue_unavailable', { slug, reason })
  }
}

export const storeIssueEmail: Handle<'PUT /api/issues/:slug/email', IssueHandlerDeps> = (
  { slug, ...email },
  _,
  deps,
) =>
  tryIssue(deps, slug, async () => {
    const revision = await hashBody(Uint8Array.from(encoder.encode(JSON.stringify(email))))
    await createIssueReaders(deps).audiences.storeEmail(slug, revision, email)
    return succeed({ revision })
  })

export const countAudience: Handle<
  'GET /api/issues/:slug/audience/:part',
  IssueHandlerDeps
> = async ({ slug, part }, _, deps) => {
  const range = getHashRange(part, countedParts)
  const audience = await readAudience(deps.firestore, range, deps.now())
  return audience.ok
    ? succeed(audience.value.counts)
    : refuseUnavailable(deps, 'audience_not_counted', { slug, reason: audience.failure.kind })
}

export const sendTestIssue: Handle<'POST /api/issues/:slug/test', IssueHandlerDeps> = (
  { slug, revision, version, to },
  _,
  deps,
) =>
  tryIssue(deps, slug, async () => {
    const issueDeps = createIssueDeps(deps, deps.env)
    if (!issueDeps) return noProvider()
    const email = await issueDeps.audiences.readEmail(slug, revision)
    if (!email) return refuse('not_found')
    const { tokens, siteUrl, provider, now } = issueDeps
    const links = await createPersonalLinks(tokens, siteUrl, await hashAddress(to), now())
    const { outcome, reason } = await provider.send({
      key: crypto.randomUUID(),
      issue: slug,
      // No chunk has this id, so its events aren't counted.
      chunk: 'test',
      subject: `[Test] ${email.subject}`,
      ...email.versions[version],
      recipients: [{ email: to, position: 0, links }],
    })
    const isSent = outcome.kind === 'accepted' && outcome.rejected.length === 0
    if (isSent) return respond(undefined, { status: 202 })
    return outcome.kind === 'accepted' || outcome.kind === 'refused'
      ? refuse(
          'not_possible',
          `The email provider refused the test email${reason && `: ${reason}`}. Check the address and the provider’s settings.`,
        )
      : refuseUnavailable(deps, 'test_not_sent', { slug, reason })
  })

export const approveIssue: Handle<'POST /api/issues/:slug/approval', IssueHandlerDeps> = (
  { slug, sendAt, ...approval },
  caller,
  deps,
) =>
  tryIssue(deps, slug, async () => {
    const issueDeps = createIssueDeps(deps, deps.env)
    if (!issueDeps) return noProvider()
    const email = await issueDeps.audiences.readEmail(slug, approval.revision)
    if (!email) return refuse('not_found')
    const act = { kind: 'issueApproved', after: sendAt } as const
    const used = await recordCall(deps, slug, caller, act)
    if (!used.ok) return used
    const time = Date.parse(sendAt)
    const list = (sending: Parameters<typeof updateActiveIssue>[2]) =>
      changeActiveIssues(deps.firestore, (issues) =>
        slug in issues.active ? issues : updateActiveIssue(issues, slug, sending),
      )
    const refuseList = (reason: string) =>
      refuseUnavailable(deps, 'issue_not_approved', { slug, reason })
    const waiting = {
      state: 'approved',
      pausedBy: null,
      sendAt: time,
      finishedAt: null,
      ranges: 0,
      forgottenRanges: 0,
    } as const
    // The issue is listed before it's approved, so that the cron job finds every approved issue.
    const added = await list(waiting)
    if (!added.ok) return refuseList(added.failure.kind)
    const approved = await issueDeps.sendings.call(slug, 'approve', {
      approval: { ...approval, subject: email.subject, sendAt: time },
      now: deps.now().getTime(),
    })
    if (!approved) return refuseInState(await issueDeps.sendings.call(slug, 'read'))
    // The issue is listed again, because the cron job may have removed it in the meantime.
    const kept = await list(approved)
    if (!kept.ok) return refuseList(kept.failure.kind)
    deps.log('issue_approved', { slug, revision: approval.revision })
    return succeed(await advanceAndDescribe(deps, slug, approved))
  })

/** Sends a due issue without waiting for the cron job. */
async function advanceAndDescribe(deps: IssueHandlerDeps, slug: string, sending: Sending) {
  const issueDeps = createIssueDeps(deps, deps.env)
  const advanced = issueDeps && (await advanceIssue(issueDeps, slug))
  return describeSending(slug, advanced ?? sending, deps.now().getTime())
}

type DeskCaller = Staff | VerifiedRequest

/**
 * Accepts a signature once: a copied request could otherwise resume an issue that was paused for a reason. Staff
 * actions are recorded before they're carried out.
 */
async function recordCall(
  { firestore, now, log }: IssueHandlerDeps,
  slug: string,
  caller: DeskCaller,
  act: Pick<Act, 'kind' | 'after'>,
) {
  const write =
    'nonce' in caller
      ? createNonceWrite(caller.nonce, 'issue', now())
      : createActWrite(caller, { ...act, subject: `issues/${slug}`, before: null }, now())
  const written = await firestore.commit([write])
  if (written.ok) return succeed(undefined)
  const { kind } = written.failure
  if (kind === 'conflict') return refuse('replayed')
  return refuseUnavailable({ log }, 'issue_not_changed', { slug, reason: kind })
}

const actKinds = {
  schedule: 'issueScheduled',
  pause: 'issuePaused',
  resume: 'issueResumed',
  cancel: 'issueCancelled',
} as const

/** The reasons why an issue in these states can't be changed as the editor asked. */
const obstacles: Record<Sending['state'], string> = {
  approved: 'This issue isn’t paused. It’s waiting for its sending time.',
  freezing: 'This issue is already being sent. You can pause or cancel the sending.',
  sending: 'This issue is already being sent. You can pause or cancel the sending.',
  paused: 'This issue is paused. You can resume or cancel the sending.',
  finished: 'This issue has been sent, so it can’t be changed.',
  cancelled: 'This issue has been cancelled.',
}

const refuseInState = (sending: Sending | null) =>
  sending ? refuse('not_possible', obstacles[sending.state]) : refuse('not_found')

const createChange =
  <Input extends { readonly slug: string; readonly sendAt?: string }>(
    name: keyof typeof actKinds,
    change: (sendings: Sendings, input: Input, now: number) => Promise<Sending | null>,
  ) =>
  (input: Input, caller: DeskCaller, deps: IssueHandlerDeps) =>
    tryIssue(deps, input.slug, async () => {
      const { slug, sendAt = null } = input
      const used = await recordCall(deps, slug, caller, { kind: actKinds[name], after: sendAt })
      if (!used.ok) return used
      const { sendings } = createIssueReaders(deps)
      const changed = await change(sendings, input, deps.now().getTime())
      if (!changed) return refuseInState(await sendings.call(slug, 'read'))
      deps.log('issue_changed', { slug, change: name })
      return succeed(await advanceAndDescribe(deps, slug, changed))
    })

export const scheduleIssue: Handle<'PUT /api/issues/:slug/schedule', IssueHandlerDeps> =
  createChange('schedule', (sendings, { slug, sendAt }) =>
    sendings.call(slug, 'schedule', { sendAt: Date.parse(sendAt) }),
  )

export const pauseIssue: Handle<'POST /api/issues/:slug/pause', IssueHandlerDeps> = createChange(
  'pause',
  (sendings, { slug }) => sendings.call(slug, 'pause', { reason: 'editor' }),
)

export const resumeIssue: Handle<'POST /api/issues/:slug/resume', IssueHandlerDeps> = createChange(
  'resume',
  (sendings, { slug }, now) => sendings.call(slug, 'resume', { now }),
)

export const cancelIssue: Handle<'POST /api/issues/:slug/cancel', IssueHandlerDeps> = createChange(
  'cancel',
  (sendings, { slug }, now) => sendings.call(slug, 'cancel', { now }),
)

export const getSending: Handle<'GET /api/issues/:slug/sending', IssueHandlerDeps> = (
  { slug },
  _,
  deps,
) =>
  tryIssue(deps, slug, async () => {
    const sending = await createIssueReaders(deps).sendings.call(slug, 'read')
    return sending
      ? succeed(describeSending(slug, sending, deps.now().getTime()))
      : refuse('not_found')
  })

export const findRecipient: Handle<'POST /api/issues/:slug/recipient', IssueHandlerDeps> = (
  { slug, email },
  _,
  deps,
) =>
  tryIssue(deps, slug, async () => {
    const found = await findDeliveryOutcome(createIssueReaders(deps), slug, email)
    if (found.ok) return found
    return refuseUnavailable(deps, 'recipient_not_found', { slug, reason: found.failure.kind })
  })
