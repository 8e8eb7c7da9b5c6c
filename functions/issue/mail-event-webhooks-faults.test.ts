/** Strangers at the webhooks of email providers. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { AcceptedEmail } from '../../scripts/dev/fakes/mail/mail-store.ts'
import { createEvent, eventSecrets } from '../../scripts/dev/fakes/mail/provider-events.ts'
import { createCertificate } from '../../scripts/dev/stack/certificate.ts'
import type { MailEventSource } from '../adapters/mail/mail-event-sources.ts'
import { createSnsVerifier, failedCertificates } from '../adapters/mail/ses-events.ts'
import { WorkerHarness } from '../testing/worker-harness.ts'

const origin = 'https://sns.example'
const { key } = createCertificate()

let harness: WorkerHarness
let fetched: string[]
beforeEach(() => {
  fetched = []
  const sns = {
    topic: eventSecrets.ses,
    fakeOrigin: origin,
    async fetchText(url: string) {
      fetched.push(url)
      return null
    },
  }
  const source: MailEventSource = { provider: 'ses', ...sns, verify: createSnsVerifier(sns) }
  harness = new WorkerHarness({ services: { mailEventSources: [source] } })
})
afterEach(() => harness.database.close())

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

const send = (certificateUrl: string) => {
  const { body } = createEvent(email, 'hardBounce', harness.now, { key, certificateUrl })
  return harness.request('/api/webhooks/mail/ses', { method: 'POST', body })
}

it('make the Worker fetch few certificates that don’t exist, and none from another host', async () => {
  for (let index = 0; index < 1000; index++) {
    const answer = await send(`${origin}/${index % 300}.pem`)
    expect(answer.status).toBe(503)
  }
  expect(fetched).toHaveLength(failedCertificates.count)
  expect((await send('https://169.254.169.254/certificate.pem')).status).toBe(401)
  expect(fetched).toHaveLength(failedCertificates.count)
})
