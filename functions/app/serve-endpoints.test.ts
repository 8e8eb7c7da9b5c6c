import { expect, it } from 'vitest'
import { apiErrorSchema } from '../../src/contracts/endpoints/api-error.ts'
import { signatureHeader, signRequest } from '../../src/contracts/signing/desk-signature.ts'
import { keyringSchema } from '../../src/contracts/signing/keyring.ts'
import { importSigningKeys } from '../../src/contracts/signing/signed-token.ts'
import { hour } from '../../src/domain/duration.ts'
import { createTokens } from '../identity/session-tokens.ts'
import { createApp, createExampleRequest, endpoints } from '../testing/route-table.ts'

const tokens = createTokens({ current: 1, secrets: new Map([[1, new Uint8Array(32)]]) })
const createKeys = (secret: string) =>
  importSigningKeys(keyringSchema.parse(`1:${secret.repeat(43)}`))
const deskKeys = createKeys('a')
const app = createApp({ tokens, deskKeys, now: () => new Date(), log: () => {} })
const env = new Proxy({}, { get: () => ({ limit: async () => ({ success: true }) }) })
const origin = 'https://verandah.example'

const forReaders = endpoints.filter(({ caller }) => caller === 'reader')

it.each(forReaders)(
  '$route tells a guest to log in before it parses the body',
  async (endpoint) => {
    const { method } = endpoint
    const headers = { Origin: origin, 'Content-Type': 'application/json' }
    const init = { method, headers, ...(method === 'GET' ? {} : { body: '{' }) }
    const response = await app.request(origin + createExampleRequest(endpoint).path, init, env)
    const { error } = apiErrorSchema.parse(await response.json())
    expect([response.status, error.code]).toEqual([401, 'signed_out'])
  },
)

const forStaff = endpoints.filter(({ caller }) => caller === 'staff')

it.each(forStaff)(
  '$route answers 404 to callers who aren’t staff before it parses the body',
  async (endpoint) => {
    const { method } = endpoint
    const { path } = createExampleRequest(endpoint)
    const body = method === 'GET' ? {} : { body: '{' }
    for (const header of [{ Origin: origin }, { Authorization: 'Bearer desk_nobody' }]) {
      const headers = { ...header, 'Content-Type': 'application/json' }
      const response = await app.request(origin + path, { method, headers, ...body }, env)
      const { error } = apiErrorSchema.parse(await response.json())
      expect([response.status, error.code]).toEqual([404, 'not_found'])
    }
  },
)

/** Uploaded pictures are verified as they arrive (images/store-image.stack.test.ts). */
const forDesk = endpoints.filter(
  ({ caller, route, acceptsDeskKeys }) =>
    (caller === 'desk' && route !== 'PUT /api/media/:id') || acceptsDeskKeys,
)

it.each(forDesk)('$route is refused without the desk’s signature', async (endpoint) => {
  const { path, body: example } = createExampleRequest(endpoint)
  const { method, request } = endpoint
  const text = request === undefined || method === 'GET' ? '' : JSON.stringify(example)
  const call = { method, path, body: new TextEncoder().encode(text) }
  const sign = async (signed: Partial<typeof call>, keys = deskKeys, at = new Date()) => ({
    [signatureHeader]: await signRequest({ ...call, ...signed }, await keys, at),
  })
  const others = [
    ...(endpoint.caller === 'desk' ? [['bad_signature', {}] as const] : []),
    ['bad_signature', { [signatureHeader]: 'e30.e30.e30' }],
    ['bad_signature', await sign({}, createKeys('b'))],
    ['bad_signature', await sign({ path: `${path}?x=1` })],
    ['bad_signature', await sign({ method: 'DELETE', path: '/api/account' })],
    ...(text === '' ? [] : [['bad_signature', await sign({ body: new Uint8Array() })] as const]),
    ['stale_signature', await sign({}, deskKeys, new Date(Date.now() - hour))],
  ] as const
  for (const [code, headers] of others) {
    const init = { method, headers, ...(text === '' ? {} : { body: text }) }
    const response = await app.request(origin + path, init, env)
    const { error } = apiErrorSchema.parse(await response.json())
    expect([response.status, error.code]).toEqual([401, code])
  }
})
