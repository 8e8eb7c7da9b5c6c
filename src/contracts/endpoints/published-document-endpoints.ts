/** Endpoints that publish the desk's documents, or change published ones. */
import { z } from 'zod'
import { correctionSchema } from '../../domain/article.ts'
import { isPlainText, noteSchema } from '../../domain/draft.ts'
import {
  address,
  caller,
  exampleAddress,
  knownDraft,
  maxActBytes,
  timeSchema,
  version,
  writeLimit,
} from './document-requests.ts'
import { defineEndpoint } from './endpoint.ts'

const publishedSchema = z.object({ path: z.string(), version: z.string(), committedAt: z.string() })

const correctionText = correctionSchema.shape.text.refine(isPlainText)

export const publishedDocumentEndpoints = [
  /** `not_possible`: the document has problems, which the message lists. */
  defineEndpoint('POST /api/desk/documents/:collection/:slug/publish', {
    summary: 'publishes a draft, now or at a set time; null as the time cancels the schedule',
    caller,
    permission: 'publish',
    limit: writeLimit,
    params: address,
    request: z.strictObject({
      ...knownDraft,
      /** 0 ends the schedule of a story without a draft. */
      revision: z.int().min(0),
      at: timeSchema.nullish(),
      /** The time that readers see, if the story was published before. */
      publishedAt: timeSchema.optional(),
      message: noteSchema.optional(),
    }),
    maxBytes: maxActBytes,
    response: publishedSchema.partial(),
    errors: ['outdated', 'not_possible'],
    example: { ...exampleAddress, revision: 1 },
  }),
  defineEndpoint('POST /api/desk/documents/:collection/:slug/withdraw', {
    summary: 'withdraws a published story',
    caller,
    permission: 'publish',
    limit: writeLimit,
    params: address,
    request: z.strictObject({ version, reason: noteSchema.trim().min(1) }),
    maxBytes: maxActBytes,
    response: publishedSchema,
    errors: ['outdated', 'not_possible'],
    example: { ...exampleAddress, version: '2026-11-21T12:00:00.000000Z', reason: 'Wrong name' },
  }),
  defineEndpoint('POST /api/desk/documents/:collection/:slug/unpublish', {
    summary:
      'makes a published story a draft again; its address responds as if the story were withdrawn',
    caller,
    permission: 'publish',
    limit: writeLimit,
    params: address,
    request: z.strictObject({ version }),
    maxBytes: maxActBytes,
    response: publishedSchema,
    errors: ['outdated', 'not_possible'],
    example: { ...exampleAddress, version: '2026-11-21T12:00:00.000000Z' },
  }),
  defineEndpoint('POST /api/desk/documents/:collection/:slug/rename', {
    summary: 'changes an address; if it was ever public, the old one redirects',
    caller,
    permission: 'publish',
    limit: writeLimit,
    params: address,
    request: z.strictObject({ to: z.string().min(1).max(200) }),
    maxBytes: maxActBytes,
    response: publishedSchema.partial(),
    errors: ['outdated', 'not_possible'],
    example: { ...exampleAddress, to: 'fathers-in-ink' },
  }),
  defineEndpoint('POST /api/desk/documents/:collection/:slug/corrections', {
    summary: 'adds a correction to a published story; a repeated correction is added once',
    caller,
    permission: 'publish',
    limit: writeLimit,
    params: address,
    request: z.strictObject({ text: correctionText, at: timeSchema.optional() }),
    maxBytes: maxActBytes,
    response: publishedSchema,
    errors: ['outdated', 'not_possible'],
    example: { ...exampleAddress, text: 'The river was the Padma.' },
  }),
]
