/** What it takes and answers stands in contracts/reading.ts. */
import {
  type ReadingResponse,
  readingQuerySchema,
  readingRequestSchema,
} from '../../src/contracts/reading.ts'
import type { ReadArticle } from '../../src/domain/reading-history.ts'
import type { Result } from '../../src/domain/result.ts'
import { slugSchema } from '../../src/domain/slug.ts'
import { type EdgeContext, withReader } from '../http/context.ts'
import { errorResponse } from '../http/errors.ts'
import {
  forgetArticle,
  forgetHistory,
  type HistoryFailure,
  loadHistory,
  noteReading,
} from './history.ts'

/** Costs three database reads. */
export async function listReading(context: EdgeContext): Promise<Response> {
  const query = readingQuerySchema.safeParse(context.req.query())
  if (!query.success) return errorResponse('bad_request')
  return withReader(context, async ({ uid }) => {
    const history = await loadHistory(context.var.services, uid)
    if (!history.ok) return historyError(context, history.failure)
    const articles = history.value.slice(0, query.data.newest).map(itemOf)
    const body: ReadingResponse = { articles }
    return context.json(body)
  })
}

function itemOf({ firstReadAt: _, lastReadAt, ...article }: ReadArticle) {
  return { ...article, lastReadAt: lastReadAt.toISOString() }
}

/** Sent when a page is left, so that nobody reads the answer: what cannot be kept is lost. */
export async function keepReading(context: EdgeContext): Promise<Response> {
  const slug = slugSchema.safeParse(context.req.param('slug'))
  if (!slug.success) return errorResponse('not_found')
  const request = readingRequestSchema.safeParse(await context.req.json().catch(() => null))
  if (!request.success) return errorResponse('bad_request')
  const { services } = context.var
  return withReader(context, async ({ uid, reader }) => {
    if (!reader.preferences.keepsHistory) return errorResponse('not_kept')
    const { depth } = request.data
    return done(
      context,
      await noteReading(services, uid, slug.data, { depth, now: services.now() }),
    )
  })
}

export async function forgetReading(context: EdgeContext): Promise<Response> {
  const slug = slugSchema.safeParse(context.req.param('slug'))
  if (!slug.success) return errorResponse('not_found')
  return withReader(context, async ({ uid }) =>
    done(context, await forgetArticle(context.var.services, uid, slug.data)),
  )
}

export function forgetAllReading(context: EdgeContext): Promise<Response> {
  return withReader(context, async ({ uid }) =>
    done(context, await forgetHistory(context.var.services, uid)),
  )
}

function done(context: EdgeContext, result: Result<void, HistoryFailure>): Response {
  return result.ok ? context.body(null, 204) : historyError(context, result.failure)
}

function historyError(context: EdgeContext, failure: HistoryFailure): Response {
  if (failure.kind === 'notFound') return errorResponse('not_found')
  context.var.services.log('reading_unavailable', { kind: failure.kind })
  return errorResponse('unavailable')
}
