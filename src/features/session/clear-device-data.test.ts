import { afterEach, expect, it, vi } from 'vitest'
import { createTestBrowser } from '../../browser/testing/test-browser.ts'
import { localStorageItems } from '../../contracts/device-storage.ts'

afterEach(() => vi.unstubAllGlobals())

it('everything that a device stores is cleared, apart from its settings', async () => {
  const browser = createTestBrowser()
  browser.loadPage()
  for (const { name } of localStorageItems) browser.local.set(name, '1')
  const { clearDeviceData } = await import('./clear-device-data.ts')
  clearDeviceData()
  // Other tabs learn of the sign-out from `session`, which recordSignOut() replaces.
  expect([...browser.local.keys()]).toEqual(['session', 'display', 'pop-up'])
})
