import { expect, it } from 'vitest'
import { WorkerHarness } from '../testing/worker-harness.ts'

it.each([
  ['DELETE', '/api/session'],
  ['POST', '/api/log-out'],
  ['DELETE', '/api/sessions'],
])('%s %s removes the confirmation of a student address', async (method, path) => {
  const harness = new WorkerHarness()
  await harness.storeReaderAndCheckout()
  await harness.logIn()
  const { cookies, send } = harness.openBrowser()
  cookies.set('__Host-session', harness.cookies.get('__Host-session')!)
  cookies.set('__Host-student', await harness.tokens.issueToken('student', 'a', harness.now))
  expect((await send(method, path)).status).toBeLessThan(400)
  expect([...cookies.keys()]).toEqual(['country'])
})
