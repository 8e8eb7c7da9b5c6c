import { expect, it } from 'vitest'
import { botCheckActions } from '../contracts/bot-check.ts'
import { botCheckSiteKey, botCheckToken, prepareBotCheck } from './bot-check.ts'

it('is absent without a key: no script, no token, no waiting', async () => {
  expect(botCheckSiteKey).toBe('')
  // There is no document here to put a script into.
  expect(await prepareBotCheck()).toBeNull()
  expect(await botCheckToken(botCheckActions.joinNewsletter)).toBeUndefined()
})
