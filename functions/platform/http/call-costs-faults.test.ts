import { describe, expect, it } from 'vitest'
import { createEverythingHeld } from '../../testing/everything-held.ts'
import { createExampleRequest, endpoints } from '../../testing/route-table.ts'
import { siteUrl, WorkerHarness } from '../../testing/worker-harness.ts'
import { isOpenRoute } from './call-costs.ts'

/** In every test, the harness compares the calls with the declared costs. */
describe('a call for which everything is stored', () => {
  it.each(endpoints.filter(({ route }) => isOpenRoute(route as never)))(
    'costs no more than declared: $route',
    async (endpoint) => {
      const { method } = endpoint
      const harness = new WorkerHarness()
      const { uid, now } = harness
      await harness.storeReaderAndCheckout()
      await harness.subscribe()
      await harness.store(await createEverythingHeld({ uid, email: 'ama@example.com' }, now))
      if (endpoint.caller === 'staff') await harness.merge(`users/${uid}`, { role: 'operator' })
      await harness.logIn()
      const { path, body } = createExampleRequest(endpoint)
      // The guest calls first, because some calls log the reader out.
      for (const Cookie of ['', harness.cookies.format()]) {
        const response = await harness.request(path, {
          method,
          headers: { 'Content-Type': 'application/json', Origin: siteUrl, Cookie },
          ...(method === 'GET' ? {} : { body: JSON.stringify(body) }),
        })
        expect(response.status).not.toBe(429)
      }
    },
  )
})
