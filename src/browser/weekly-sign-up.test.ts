import { afterEach, expect, it, vi } from 'vitest'
import { createTestBrowser } from './testing/test-browser.ts'

afterEach(() => vi.unstubAllGlobals())

it('a sign-up is shown immediately, on the next page and in other tabs, until it is undone', async () => {
  const browser = createTestBrowser()
  const shown: boolean[] = []
  const openPage = () => {
    browser.loadPage()
    const toggleAttribute = (_: string, isShown: boolean) => shown.push(isShown)
    Object.assign(document.documentElement, { toggleAttribute })
    return import('./weekly-sign-up.ts')
  }
  const { rememberSignUp } = await openPage()
  rememberSignUp(true)
  const { showSignUp } = await openPage()
  showSignUp()
  rememberSignUp(false)
  showSignUp()
  expect(shown).toEqual([true, true, false, false])
})
