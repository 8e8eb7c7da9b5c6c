import { expect, it } from 'vitest'
import { succeed } from '../../../src/domain/result.ts'
import { createCountingLimits, rateLimitNumbers } from '../../testing/fake-rate-limits.ts'
import { createExampleRequest, endpoints } from '../../testing/route-table.ts'
import { siteUrl, WorkerHarness } from '../../testing/worker-harness.ts'

const findEndpoint = (wanted: string) => endpoints.find(({ route }) => route === wanted)!
const purchase = findEndpoint('POST /api/gifts')
const forms = ['POST /api/profiles/:handle/report', 'POST /api/join-newsletter'].map(findEndpoint)

it('all forms together call the bot check for a network no more often than one form may be sent', async () => {
  let asked = 0
  const botCheck = {
    async verify() {
      asked++
      return succeed(undefined)
    },
  }
  const harness = new WorkerHarness({ rateLimits: createCountingLimits(), services: { botCheck } })
  const send = async (endpoint: (typeof endpoints)[number], address: string, token?: string) => {
    const { path, body } = createExampleRequest(endpoint)
    const response = await harness.request(path, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'CF-Connecting-IP': address,
        Origin: siteUrl,
      },
      body: JSON.stringify({ ...body, botCheck: token }),
    })
    return response.status
  }
  const ceiling = rateLimitNumbers.JOIN_NETWORK_LIMIT!
  const statuses: number[] = []
  for (let time = 0; time < ceiling; time++)
    for (const form of forms) statuses.push(await send(form, '203.0.113.1', 'token'))
  expect(asked).toBe(ceiling)
  expect(statuses.slice(0, ceiling)).not.toContain(503)
  expect(new Set(statuses.slice(ceiling))).toEqual(new Set([503]))
  // Purchases from this network, and other networks, aren't affected.
  expect(await send(purchase, '203.0.113.1', 'token')).not.toBe(503)
  expect(await send(forms[0]!, '203.0.113.2', 'token')).not.toBe(503)
  expect(asked).toBe(ceiling + 2)
})
