/** The desk's endpoints for sending an issue of The Weekly. */
import { z } from 'zod'
import { emailSchema } from '../../domain/email-schema.ts'
import { audienceCountsSchema, countedParts, dropNames } from '../../domain/issue/audience.ts'
import { issueSlugSchema } from '../../domain/issue/issue.ts'
import { issueEmailSchema, issueVersions } from '../../domain/issue/issue-email.ts'
import { pauseReasons, sendingStates } from '../../domain/issue/sending.ts'
import { slugSchema } from '../../domain/slug.ts'
import { defineEndpoint } from './endpoint.ts'

export const sendingStatusSchema = z.object({
  slug: issueSlugSchema,
  state: z.enum(sendingStates),
  pausedBy: z.enum(pauseReasons).nullable(),
  subject: z.string(),
  revision: z.hash('sha256'),
  approvedAt: z.iso.datetime(),
  sendAt: z.iso.datetime(),
  frozenAt: z.iso.datetime().nullable(),
  finishedAt: z.iso.datetime().nullable(),
  /** Null until the audience is frozen. */
  audience: audienceCountsSchema.nullable(),
  /** Numbers of recipients in the snapshot; together they add up to all of them. */
  progress: z.object({
    waiting: z.int(),
    /** Emails that the provider has accepted. */
    accepted: z.int(),
    /** Readers excluded since the audience was frozen, for example because they have unsubscribed. */
    dropped: z.partialRecord(z.enum(dropNames), z.int()),
    /** The provider refuses these addresses, or has reported that it didn't send the email. */
    rejected: z.int(),
    /** The provider refused the call; these emails are sent again after `resume`. */
    refused: z.int(),
    /** The provider's response was lost. These emails are sent again only if the provider detects duplicates. */
    unknown: z.int(),
  }),
  events: z.object({
    delivered: z.int(),
    hardBounces: z.int(),
    softBounces: z.int(),
    complaints: z.int(),
  }),
  /** The number of emails accepted per minute, and the seconds left at this rate; null while nothing is being sent. */
  perMinute: z.int().nullable(),
  secondsLeft: z.int().nullable(),
})
export type SendingStatus = z.output<typeof sendingStatusSchema>

/** The possible outcomes of an issue for one address. */
const recipientOutcomes = [
  'notApproved',
  /** The audience isn't frozen yet. */
  'notFrozen',
  /** The address wasn't on the list when the audience was frozen; `reason` is the exclusion, if any. */
  'notInAudience',
  'waiting',
  'accepted',
  'delivered',
  'softBounce',
  'hardBounce',
  'complaint',
  'dropped',
  'rejected',
  'refused',
  'unknown',
  'cancelled',
] as const

const params = z.object({ slug: issueSlugSchema })
const desk = {
  caller: 'staff',
  permission: 'publish',
  acceptsDeskKeys: true,
  limit: ['LOOK_UP_LIMIT', 'staff-writes'],
  params,
} as const
const change = {
  ...desk,
  response: sendingStatusSchema,
  errors: ['not_found', 'not_possible', 'replayed'],
} as const
const smallBody = 4096
const exampleIssue = { slug: '2026-11-29' }
const exampleRevision = 'a'.repeat(64)

const providerEvents = {
  caller: 'provider',
  limit: ['EVENT_LIMIT', 'mail'],
  request: 'raw',
  maxBytes: 262_144,
  response: 'empty',
} as const

/**
 * Endpoints for sending issues. Each signature of a call that changes a sending is accepted once. `replayed`: sign
 * again.
 */
export const issueEndpoints = [
  defineEndpoint('PUT /api/issues/:slug/email', {
    summary: 'stores an issue’s rendered email; the revision names these contents',
    ...desk,
    request: issueEmailSchema,
    maxBytes: 524_288,
    response: z.object({ revision: z.hash('sha256') }),
    example: {
      ...exampleIssue,
      subject: 'The Weekly',
      versions: {
        guest: { html: '<p>A story</p>', text: 'A story' },
        subscriber: { html: '<p>A story</p>', text: 'A story' },
      },
    },
  }),
  /** Counts one part; the sum of all parts is the audience. Costs a read for each entry on the list. */
  defineEndpoint('GET /api/issues/:slug/audience/:part', {
    summary: 'counts part of the people who would get an issue now, by segment and exclusion',
    ...desk,
    params: params.extend({
      part: z.coerce
        .number<number>()
        .int()
        .min(0)
        .max(countedParts - 1),
    }),
    response: audienceCountsSchema,
    example: { ...exampleIssue, part: 0 },
  }),
  defineEndpoint('POST /api/issues/:slug/test', {
    summary: 'sends a stored email to one address, with “[Test]” before the subject',
    ...desk,
    request: z.strictObject({
      revision: z.hash('sha256'),
      version: z.enum(issueVersions),
      to: emailSchema,
    }),
    maxBytes: smallBody,
    response: 'empty',
    errors: ['not_found', 'not_possible'],
    example: {
      ...exampleIssue,
      revision: exampleRevision,
      version: 'guest',
      to: 'editor@example.com',
    },
  }),
  /**
   * Approves an issue, without which nothing is sent. Can be repeated with another revision until the audience is
   * frozen.
   */
  defineEndpoint('POST /api/issues/:slug/approval', {
    summary: 'approves a stored email for sending at a time',
    ...change,
    request: z.strictObject({
      revision: z.hash('sha256'),
      /** The stories in the email, which isn't sent unless all of them are published by then. */
      stories: z.array(slugSchema).min(1).max(10),
      /** A time in the past means immediately. */
      sendAt: z.iso.datetime(),
      /** The number of entries on the list that the editor was shown (`candidates`). */
      candidates: z.int().min(0),
      /** The number of recipients that the editor was shown. The issue pauses if its audience is very different. */
      recipients: z.int().min(0),
    }),
    maxBytes: smallBody,
    example: {
      ...exampleIssue,
      revision: exampleRevision,
      stories: ['rain'],
      sendAt: '2026-11-29T02:30:00Z',
      candidates: 12,
      recipients: 10,
    },
  }),
  defineEndpoint('PUT /api/issues/:slug/schedule', {
    summary: 'changes when an approved issue is sent',
    ...change,
    request: z.strictObject({ sendAt: z.iso.datetime() }),
    maxBytes: smallBody,
    example: { ...exampleIssue, sendAt: '2026-11-29T02:30:00Z' },
  }),
  defineEndpoint('POST /api/issues/:slug/pause', {
    summary: 'stops sending an issue; calls to the provider that have begun still count',
    ...change,
    example: exampleIssue,
  }),
  defineEndpoint('POST /api/issues/:slug/resume', {
    summary: 'continues sending a paused issue, even if the circuit breaker has paused it',
    ...change,
    example: exampleIssue,
  }),
  defineEndpoint('POST /api/issues/:slug/cancel', {
    summary: 'ends the sending of an issue for good',
    ...change,
    example: exampleIssue,
  }),
  defineEndpoint('GET /api/issues/:slug/sending', {
    summary: 'returns the progress of sending an issue; 404 until the issue is approved',
    ...desk,
    response: sendingStatusSchema,
    example: exampleIssue,
  }),
  /** The address is in the body, because requests' URLs are logged. */
  defineEndpoint('POST /api/issues/:slug/recipient', {
    summary: 'returns whether an address got an issue and, if not, why not',
    ...desk,
    permission: 'readers',
    request: z.strictObject({ email: emailSchema }),
    maxBytes: smallBody,
    response: z.object({
      outcome: z.enum(recipientOutcomes),
      version: z.enum(issueVersions).nullable(),
      reason: z.enum(dropNames).nullable(),
    }),
    example: { ...exampleIssue, email: 'reader@example.com' },
  }),
  defineEndpoint('POST /api/webhooks/mail/resend', {
    summary: 'handles a Resend event, signed by Svix',
    ...providerEvents,
    errors: ['not_found', 'bad_request', 'bad_signature', 'stale_signature'],
    example: {},
  }),
  defineEndpoint('POST /api/webhooks/mail/ses', {
    summary: 'handles an Amazon SES event, signed by SNS',
    ...providerEvents,
    errors: ['not_found', 'bad_request', 'bad_signature', 'stale_signature'],
    example: {},
  }),
  defineEndpoint('POST /api/webhooks/mail/postmark/:secret', {
    summary: 'handles a Postmark event, sent to an address that contains a secret',
    ...providerEvents,
    params: z.object({ secret: z.string().min(1).max(200) }),
    errors: ['bad_request', 'bad_signature'],
    example: { secret: 'secret' },
  }),
]
