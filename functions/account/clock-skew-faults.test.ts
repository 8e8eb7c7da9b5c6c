import { expect, it } from 'vitest'
import { second } from '../../src/domain/duration.ts'
import { WorkerHarness } from '../testing/worker-harness.ts'

it.each([
  [60, 200],
  [61, 401],
])(
  'a session that another machine issued %i seconds ahead of our clock gets %i',
  async (ahead, status) => {
    const harness = new WorkerHarness()
    await harness.storeReaderAndCheckout()
    const issuedAt = new Date(harness.now.getTime() + ahead * second)
    const { browser, tokens, uid } = harness
    browser.cookies.set('__Host-session', await tokens.issueSession(uid, issuedAt, issuedAt))
    // The second request finds the token among those that were verified.
    for (let request = 0; request < 2; request++) {
      expect((await harness.get('/api/preferences')).status).toBe(status)
    }
  },
)
