import { z } from 'zod'
import { slugSchema } from '../../domain/slug.ts'
import { defineEndpoint } from './endpoint.ts'

const params = z.object({ slug: slugSchema })

export const articleEndpoints = [
  /** `unavailable`: the caller may be entitled, and must not be told to subscribe. */
  defineEndpoint('GET /api/articles/:slug/body', {
    summary: 'returns the closed part of an article as HTML',
    caller: 'page',
    identify: 'pass',
    limit: ['READ_LIMIT', 'api'],
    params,
    response: 'text',
    errors: ['signed_out', 'not_entitled', 'withdrawn'],
    example: { slug: 'fathers-in-pencil' },
  }),
  defineEndpoint('GET /api/issues/:slug/body', {
    summary: 'returns the subscribers’ part of an issue of The Weekly as HTML',
    caller: 'page',
    identify: 'pass',
    limit: ['READ_LIMIT', 'api'],
    params,
    response: 'text',
    errors: ['signed_out', 'not_entitled'],
    example: { slug: '2026-11-22' },
  }),
  /** `not_found` for any problem with the link. Needs no session. */
  defineEndpoint('GET /api/preview/:slug/body', {
    summary: 'returns the closed part of a draft as HTML',
    caller: 'link',
    limit: ['LOOK_UP_LIMIT', 'preview'],
    params,
    query: z.object({ token: z.string().catch('') }),
    response: 'text',
    example: { slug: 'fathers-in-pencil', token: 'x' },
  }),
]
