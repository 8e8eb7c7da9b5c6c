import { expect, it } from 'vitest'
import { createEmailService } from './create-email-service.ts'

const variables = {
  MAIL_PROVIDER: 'cloudflare',
  MAIL_FROM: 'letters@example.com',
  SITE_URL: 'https://verandah.example',
} as const

it('Cloudflare sends emails only through the Worker’s binding', async () => {
  const sent: unknown[] = []
  const binding = {
    async send(email: unknown) {
      sent.push(email)
      return { messageId: '<1@example.com>' }
    },
  }
  const email = { to: 'leela@example.com', subject: 'News', text: 'Hello', html: '<p>Hello</p>' }
  const service = createEmailService(variables, binding, 1000)
  expect((await service.send({ ...email, topic: 'account' }, 'id-1')).ok).toBe(true)
  expect(sent).toEqual([{ from: variables.MAIL_FROM, ...email }])
  expect(() => createEmailService(variables, undefined, 1000)).toThrow('EMAIL')
})
