/** Cloudflare's REST interface. Source: developers.cloudflare.com/api and wrangler's calls. */
import { z } from 'zod'
import { site } from '../../../../src/publication/identity.ts'
import { ServiceError } from '../run/service.ts'
import { getDomain, type SetupContext } from '../run/step.ts'

const errorsSchema = z.object({
  errors: z.array(z.object({ code: z.number(), message: z.string() })).min(1),
})

function describeFailure(body: unknown) {
  const parsed = errorsSchema.safeParse(body)
  if (!parsed.success) return null
  const [first] = parsed.data.errors
  return { code: String(first!.code), message: first!.message }
}

/** Codes of refusals, by meaning. Source: wrangler's source code and issues. */
export const cloudflareCodes = {
  noPermission: ['10000', '9109', '10023'],
  noR2: ['10042', '10136'],
  missing: ['10006', '10007', '7404', '11000', '10090'],
  exists: ['10004', '11009', '7502'],
} as const

export const isFailure = (
  error: unknown,
  kind: keyof typeof cloudflareCodes,
): error is ServiceError =>
  error instanceof ServiceError &&
  ((cloudflareCodes[kind] as readonly string[]).includes(error.code) ||
    (kind === 'noPermission' && error.status === 403 && error.code === ''))

export const isRefusedToken = (error: unknown) =>
  error instanceof ServiceError &&
  (error.status === 401 || error.status === 400 || isFailure(error, 'noPermission'))

export const dashboard = 'https://dash.cloudflare.com'

/** The dashboard's page for a new token, filled in. */
export function createTokenLink(
  permissions: readonly { readonly key: string; readonly type: string }[],
  purpose: string,
): string {
  const keys = permissions.map(({ key, type }) => ({ key, type }))
  const query = new URLSearchParams({
    permissionGroupKeys: JSON.stringify(keys),
    accountId: '*',
    zoneId: 'all',
    name: `${site.name} ${purpose}`,
  })
  return `${dashboard}/profile/api-tokens?${query}`
}

const envelopeSchema = z.object({ result: z.unknown() })

export type Cloudflare = {
  /** Returns null if the resource doesn't exist. `path` is below the account unless it begins with a slash. */
  read<Schema extends z.ZodType = z.ZodUnknown>(
    path: string,
    schema?: Schema,
  ): Promise<z.output<Schema> | null>
  /** Needs a schema only if the response is used. */
  write<Schema extends z.ZodType = z.ZodUnknown>(
    method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body: unknown,
    schema?: Schema,
    type?: string,
  ): Promise<z.output<Schema>>
}

export function connectCloudflare(
  context: SetupContext,
  token = context.secrets.require('CLOUDFLARE_API_TOKEN'),
): Cloudflare {
  const service = context.connect('cloudflare', {
    describeFailure,
    unwrap: (body) => envelopeSchema.safeParse(body).data?.result,
    authorize(request) {
      request.headers.set('Authorization', `Bearer ${token}`)
      return request
    },
  })
  const locate = (path: string) =>
    path.startsWith('/')
      ? path
      : `/accounts/${context.settings.require('CLOUDFLARE_ACCOUNT_ID')}/${path}`
  return {
    async read(path, schema) {
      try {
        return await service.read(locate(path), schema)
      } catch (error) {
        if (isFailure(error, 'missing')) return null
        throw error
      }
    },
    write(method, path, body, schema, type = 'application/json') {
      const options = { body: JSON.stringify(body), headers: { 'Content-Type': type } }
      return service.write(method, locate(path), options, schema)
    },
  }
}

const zoneSchema = z.object({
  id: z.string(),
  name: z.string(),
  status: z.string(),
  name_servers: z.array(z.string()).default([]),
})
export type Zone = z.infer<typeof zoneSchema>

/** Finds the zone of a domain or of one of its parents. */
export async function findZone(
  cloudflare: Cloudflare,
  context: SetupContext,
): Promise<Zone | null> {
  const labels = (getDomain(context.settings) ?? '').split('.')
  for (let first = 0; first < labels.length - 1; first++) {
    const name = labels.slice(first).join('.')
    const account = context.settings.require('CLOUDFLARE_ACCOUNT_ID')
    const zones = await cloudflare.read(
      `/zones?name=${name}&account.id=${account}`,
      z.array(zoneSchema),
    )
    if (zones?.[0]) return zones[0]
  }
  return null
}
