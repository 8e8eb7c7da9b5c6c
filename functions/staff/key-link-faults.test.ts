/** The link in a refusal, opened in a browser that isn't logged in. */
import { expect, it } from 'vitest'
import { minute, second } from '../../src/domain/duration.ts'
import { StaffHarness } from './testing/staff-harness.ts'

it('a key’s link leads to the login and back, as long as it’s valid', async () => {
  const harness = new StaffHarness()
  const key = await harness.createKey(await harness.addStaff('olu', 'operator'))
  const refused = await harness.callWithKey(key, 'GET', '/api/desk/staff')
  const { page } = ((await refused.json()) as { error: { page: string } }).error
  const guest = harness.openBrowser()
  const reader = await harness.addReader('ravi')
  const opened = await guest.send('GET', page)
  expect(opened.status).toBe(302)
  expect(opened.headers.get('Location')).toBe(`/login?return=${encodeURIComponent(page)}`)
  expect((await reader.send('GET', page)).status).toBe(404)
  expect((await guest.send('GET', '/desk/keys?confirm=e30')).status).toBe(404)
  harness.advance(10 * minute + second)
  expect((await guest.send('GET', page)).status).toBe(404)
})
