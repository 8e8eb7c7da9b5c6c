import { describe, expect, it } from 'vitest'
import { signBotCheckToken } from '../../scripts/dev/fakes/fake-bot-check.ts'
import { botCheckActions } from '../../src/contracts/settings/bot-check-config.ts'
import { site } from '../../src/publication/identity.ts'
import { createEdgeClient, expectError, stack } from '../testing/edge-client.ts'
import { createAddress, findListEntry } from '../testing/test-readers.ts'

function token(changes: Partial<Parameters<typeof signBotCheckToken>[0]> = {}): string {
  const hostname = new URL(stack.siteUrl).hostname
  const id = crypto.randomUUID()
  const action = botCheckActions.joinNewsletter
  return signBotCheckToken({ action, hostname, score: 0.9, id, ...changes })
}

const join = (email: string, botCheck: string) =>
  createEdgeClient().send(
    'POST /api/join-newsletter',
    { email, botCheck },
    { params: { source: 'footer' } },
  )

describe('the bot check', () => {
  it.each([
    ['an empty token', ''],
    ['a malformed token', 'x'],
    ['a token of another site', token({ hostname: 'evil.example' })],
    ['a token for another action', token({ action: 'log_in' })],
    ['a token with a low score', token({ score: 0.1 })],
  ])('refuses %s, and says what to do', async (_, botCheck) => {
    const email = createAddress()
    const refused = join(email, botCheck)
    const message = await expectError(refused, 403, 'bot_check_failed')
    expect(message).toContain('Try again')
    expect(message).toContain(site.newsletterEmail)
    expect(await findListEntry(email)).toBeNull()
  })

  it('accepts a token once', async () => {
    const botCheck = token()
    const [first, second] = [createAddress(), createAddress()]
    expect((await join(first, botCheck)).status).toBe(200)
    expect((await join(second, botCheck)).status).toBe(403)
    expect(await findListEntry(second)).toBeNull()
  })
})
