/** What only WebKit does. */
import { runningStack } from '../../scripts/local/running-stack.ts'
import { test } from './other-browser.ts'
import { sampleAccount } from './readers.ts'

test('a reader on http://localhost, where WebKit drops Secure cookies, is told so', async ({
  tab,
}) => {
  const { email, password } = sampleAccount('subscriber')
  await tab.open(`${runningStack().siteUrl}/login`)
  await tab.fillIn(/^E-?mail/, email, 'main')
  await tab.fillIn(/^Password/, password, 'main')
  await tab.press('button', 'Log in', 'main')
  await tab.sees('text', /Your browser blocked the cookie that keeps you logged in/, 'main')
})
