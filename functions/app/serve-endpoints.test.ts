import { expect, it } from 'vitest'
import { apiErrorSchema } from '../../src/contracts/endpoints/api-error.ts'
import { createTokens } from '../identity/session-tokens.ts'
import { createApp, createExampleRequest, endpoints } from '../testing/route-table.ts'

const tokens = createTokens({ current: 1, secrets: new Map([[1, new Uint8Array(32)]]) })
const app = createApp({ tokens, now: () => new Date(), log: () => {} })
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
