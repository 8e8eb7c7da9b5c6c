/** Tests behaviour that only WebKit has. */
import { readRunningStack } from '../../scripts/shared/running-stack.ts'
import { test } from './testing/other-browser-test.ts'
import { sampleAccount } from './testing/page-actions.ts'

test('a reader on http://localhost, where WebKit drops Secure cookies, gets an error', async ({
  tab,
}) => {
  const { email, password } = sampleAccount('subscriber')
  await tab.open(`${readRunningStack().siteUrl}/login`)
  await tab.fillIn(/^E-?mail/, email, 'main')
  await tab.fillIn(/^Password/, password, 'main')
  await tab.pressElement('button', 'Log in', 'main')
  await tab.expectVisible(
    'text',
    /Your browser blocked the cookie that keeps you logged in/,
    'main',
  )
})
