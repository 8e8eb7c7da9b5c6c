import { afterAll, beforeAll, expect, it } from 'vitest'
import { startFakeMail } from '../../scripts/dev/fakes/mail/fake-mail.ts'
import { amazonKey, mailKey } from '../../scripts/dev/fakes/mail/provider-apis.ts'
import { createWeeklyMail } from './create-weekly-mail.ts'

let fake: Awaited<ReturnType<typeof startFakeMail>>
beforeAll(async () => {
  fake = await startFakeMail(0, () => '')
})
afterAll(() => fake.stop())

it.each([
  ['resend', mailKey],
  ['postmark', mailKey],
  ['ses', amazonKey],
] as const)('the %s API is called at the address in the variables', async (name, key) => {
  const { provider } = createWeeklyMail({
    SITE_URL: 'https://verandah.example',
    WEEKLY_MAIL_PROVIDER: name,
    WEEKLY_MAIL_URL: fake.url,
    WEEKLY_MAIL_KEY: key,
    WEEKLY_MAIL_FROM: 'The Weekly <weekly@example.com>',
  })
  const links = { unsubscribe: 'https://example.com/u', preferences: 'https://example.com/p' }
  const sent = await provider.send({
    ...{ key: '2026-11-29/0-guest-0/1', issue: '2026-11-29', chunk: '0-guest-0' },
    ...{ subject: 'Rain', html: '{{unsubscribe}}', text: '{{preferences}}' },
    recipients: [{ email: `${name}@example.com`, position: 0, links }],
  })
  expect(sent.outcome).toMatchObject({ kind: 'accepted', rejected: [] })
  expect(fake.store.emails.at(-1)).toMatchObject({ provider: name, to: `${name}@example.com` })
})
