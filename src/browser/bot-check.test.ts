import { expect, it } from 'vitest'
import { botCheckActions } from '../contracts/settings/bot-check-config.ts'
import { botCheckSiteKey, getBotCheckToken, loadBotCheck } from './bot-check.ts'

it('the bot check does nothing without a key', async () => {
  expect(botCheckSiteKey).toBe('')
  // Node has no document.
  expect(await loadBotCheck()).toBeNull()
  expect(await getBotCheckToken(botCheckActions.joinNewsletter)).toBeUndefined()
})
