import { z } from 'zod'
import { emailSchema } from '../../domain/email-schema.ts'
import { nameSchema } from '../../domain/reader.ts'
import { defineEndpoint } from './endpoint.ts'
import { idTokenSchema } from './session-endpoints.ts'

export const userSchema = z.object({
  firebase_id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
})
export type User = z.infer<typeof userSchema>
export const userResponseSchema = z.object({ response: userSchema.nullable() })

const userChangeSchema = z.object({ first_name: nameSchema, last_name: nameSchema })

export const accountResponseSchema = z.object({
  email: z.string(),
  emailVerified: z.boolean(),
  /** Null if the sign-in service is unavailable. */
  signInMethods: z.object({ password: z.boolean(), google: z.boolean() }).nullable(),
})
export type AccountResponse = z.infer<typeof accountResponseSchema>

const clientResponseSchema = z.object({
  userAgent: z.string(),
  ip: z.string(),
  /** Whether the form may send a third party's cookies (domain/consent.ts). */
  isSharingAllowed: z.boolean(),
})
export type ClientResponse = z.infer<typeof clientResponseSchema>

const maxBytes = 16_384

export const accountEndpoints = [
  defineEndpoint('GET /api/client', {
    summary: 'returns the caller’s user agent and IP address, for the newsletter form',
    caller: 'page',
    limit: ['READ_LIMIT', 'api'],
    response: clientResponseSchema,
  }),
  defineEndpoint('GET /api/user', {
    summary: 'returns the reader’s name and address, null for a guest',
    caller: 'page',
    identify: 'record',
    limit: ['READ_LIMIT', 'api'],
    response: userResponseSchema,
  }),
  defineEndpoint('PATCH /api/user', {
    summary: 'changes the reader’s name',
    caller: 'reader',
    limit: ['READ_LIMIT', 'account'],
    request: userChangeSchema,
    maxBytes,
    response: z.object({ response: userSchema }),
    example: { first_name: 'Mira', last_name: 'Bai' },
  }),
  defineEndpoint('GET /api/account', {
    summary: 'returns the login methods',
    caller: 'reader',
    limit: ['READ_LIMIT', 'account'],
    response: accountResponseSchema,
  }),
  /** Needs a new ID token. 202: the cron job finishes the deletion. Repeating the request gets the same response. */
  defineEndpoint('DELETE /api/account', {
    summary: 'ends the subscription and deletes everything that is stored about the reader',
    caller: 'page',
    limit: ['SIGN_IN_LIMIT', 'account-deletion'],
    request: z.object({ idToken: idTokenSchema }),
    maxBytes,
    response: 'empty',
    // `not_possible`: operators hand over their role first.
    errors: ['signed_out', 'bad_token', 'stale_token', 'not_possible'],
    example: { idToken: 'a.b.c' },
  }),
  /** Records an address change that the owner has requested. Only recorded changes take effect. */
  defineEndpoint('POST /api/account/email', {
    summary: 'records the new address that the reader wants, before the confirmation email is sent',
    caller: 'reader',
    limit: ['SIGN_IN_LIMIT', 'email'],
    request: z.object({ idToken: idTokenSchema, email: emailSchema }),
    maxBytes,
    response: 'empty',
    errors: ['bad_token', 'stale_token'],
    example: { idToken: 'a.b.c', email: 'someone@example.com' },
  }),
  defineEndpoint('GET /api/account/data', {
    summary: 'exports everything that is stored about the reader, as a file',
    caller: 'reader',
    limit: ['JOIN_LIMIT', 'data'],
    response: 'text',
  }),
]
