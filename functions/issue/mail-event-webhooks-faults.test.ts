/** Tests forged and unwanted requests to the email providers' webhooks. */
import { beforeEach, expect, it } from 'vitest'
import { createCertificate } from '../../scripts/dev/fakes/certificate.ts'
import type { AcceptedEmail } from '../../scripts/dev/fakes/mail/mail-store.ts'
import { createEvent, eventSecrets } from '../../scripts/dev/fakes/mail/provider-events.ts'
import type { MailEventSource } from '../platform/adapters/mail/mail-event-sources.ts'
import { createSnsVerifier, failedCertificates } from '../platform/adapters/mail/ses-events.ts'
import { WorkerHarness } from '../testing/worker-harness.ts'

const origin = 'https://sns.example'
const genuine = `${origin}/genuine.pem`
const { key, cert } = createCertificate()

let harness: WorkerHarness
let fetched: string[]
beforeEach(() => {
  fetched = []
  const sns = {
    topic: eventSecrets.ses,
    fakeOrigin: origin,
    async fetchText(url: string) {
      fetched.push(url)
      return url === genuine ? cert : null
    },
  }
  const source: MailEventSource = { provider: 'ses', ...sns, verify: createSnsVerifier(sns) }
  harness = new WorkerHarness({ services: { mailEventSources: [source] } })
})

const email: AcceptedEmail = {
  provider: 'ses',
  id: 'one',
  acceptedAt: '',
  from: '',
  to: 'reader@example.com',
  subject: '',
  html: '',
  text: '',
  headers: {},
  tags: {},
}

const send = (certificateUrl: string, address = '203.0.113.1') => {
  const { body } = createEvent(email, 'hardBounce', harness.now, { key, certificateUrl })
  const headers = { 'CF-Connecting-IP': address }
  return harness.request('/api/webhooks/mail/ses', { method: 'POST', body, headers })
}

it('Amazon’s messages are accepted even after forged ones from all networks of an IPv6 /48', async () => {
  harness.now = new Date()
  const { count, perNetwork } = failedCertificates
  for (let index = 0; index < count; index++)
    await send(`${origin}/${index}.pem`, `2001:db8:1:${index.toString(16)}::1`)
  expect(fetched).toHaveLength(perNetwork)
  expect((await send(genuine, '198.51.100.1')).status).toBe(204)
})
