import { z } from 'zod'
import { keyIdPattern, keyNameSchema } from '../../domain/staff/access-key.ts'
import { actSchema } from '../../domain/staff/act.ts'
import { staffRoles } from '../../domain/staff/staff.ts'
import { defineEndpoint } from './endpoint.ts'

const caller = 'staff'
const maxBytes = 2000
const limit = ['LOOK_UP_LIMIT', 'staff'] as const

const timeSchema = z.iso.datetime()
const roleSchema = z.enum(staffRoles)

const accessKeySchema = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: timeSchema,
  /** The day of the key's last use, in UTC. */
  lastUsedOn: z.iso.date().nullable(),
  /**
   * The times until which the key allows acts that need a recent sign-in. Null for a caller with an access key, because
   * the key may be stolen.
   */
  openUntil: z
    .object({ readers: timeSchema.nullable(), control: timeSchema.nullable() })
    .nullable(),
})
export type AccessKeyItem = z.output<typeof accessKeySchema>

const staffSchema = z.object({
  uid: z.string(),
  name: z.string(),
  email: z.string(),
  role: roleSchema,
})
export type StaffItem = z.output<typeof staffSchema>

const actResponseSchema = actSchema.omit({ at: true, expiresAt: true }).extend({
  at: timeSchema,
  /** Null if `by` is no longer staff. */
  byName: z.string().nullable(),
})

export const staffEndpoints = [
  defineEndpoint('GET /api/desk/me', {
    summary: 'returns the caller, with their role and the name of the access key',
    caller,
    permission: 'ownAccess',
    limit,
    response: staffSchema.extend({ key: z.string().nullable() }),
  }),
  defineEndpoint('GET /api/desk/keys', {
    summary: 'lists the caller’s access keys',
    caller,
    permission: 'ownAccess',
    limit,
    response: z.object({ keys: z.array(accessKeySchema) }),
  }),
  defineEndpoint('POST /api/desk/keys', {
    summary: 'creates an access key, and returns it this once',
    caller,
    permission: 'ownKeys',
    limit: ['SIGN_IN_LIMIT', 'staff-keys'],
    request: z.strictObject({ name: keyNameSchema }),
    maxBytes,
    response: z.object({ key: z.string() }),
    /** `not_possible`: another key has this name. */
    errors: ['list_full', 'not_possible'],
    example: { name: 'My laptop' },
  }),
  defineEndpoint('DELETE /api/desk/keys/:id', {
    summary: 'revokes one of the caller’s access keys; safe to repeat',
    caller,
    permission: 'revokeKeys',
    limit: ['SIGN_IN_LIMIT', 'staff-keys'],
    params: z.object({ id: z.string().regex(keyIdPattern) }),
    response: 'empty',
    example: { id: '0123456789abcdef' },
  }),
  defineEndpoint('POST /api/desk/confirmation', {
    summary: 'allows the caller’s access key to perform the refused action, for a limited time',
    caller,
    permission: 'ownKeys',
    limit: ['SIGN_IN_LIMIT', 'staff-keys'],
    /** The token in the page address of a `confirmation_required` response. */
    request: z.strictObject({ token: z.string().max(1000) }),
    maxBytes,
    response: 'empty',
    errors: ['bad_token'],
    example: { token: 'e30' },
  }),
  defineEndpoint('GET /api/desk/staff', {
    summary: 'lists everybody who has a role',
    caller,
    permission: 'staff',
    limit,
    response: z.object({ staff: z.array(staffSchema) }),
  }),
  /** The account is in the body, because email addresses don't belong in a URL. */
  defineEndpoint('PUT /api/desk/staff', {
    summary: 'changes an account’s role; null removes the role and the account’s access keys',
    caller,
    permission: 'roles',
    limit: ['SIGN_IN_LIMIT', 'staff-roles'],
    request: z.strictObject({
      /** An email address or a uid. */
      account: z.string().trim().min(1).max(320),
      role: roleSchema.nullable(),
    }),
    maxBytes,
    response: z.object({
      uid: z.string(),
      before: roleSchema.nullable(),
      after: roleSchema.nullable(),
    }),
    /** `not_possible`: the address isn't confirmed, or the account is the last operator's. */
    errors: ['not_possible'],
    example: { account: 'ama@example.com', role: 'editor' },
  }),
  defineEndpoint('GET /api/desk/acts', {
    summary: 'lists what staff have done, the latest first',
    caller,
    permission: 'acts',
    limit,
    /** Returns acts before this time. */
    query: z.object({ before: timeSchema.optional() }),
    response: z.object({ acts: z.array(actResponseSchema) }),
  }),
]
