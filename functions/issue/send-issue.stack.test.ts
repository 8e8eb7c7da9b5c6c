import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { AcceptedEmail } from '../../scripts/dev/fakes/mail/mail-store.ts'
import { triggerCron } from '../../scripts/dev/stack/stack-client.ts'
import {
  type SendingStatus,
  sendingStatusSchema,
} from '../../src/contracts/endpoints/issue-endpoints.ts'
import {
  addAudiences,
  audienceCountsSchema,
  countedParts,
  countRecipients,
  noAudience,
} from '../../src/domain/issue/audience.ts'
import type { IssueEmail } from '../../src/domain/issue/issue-email.ts'
import { initialFields } from '../../src/domain/newsletter/newsletter-entry.ts'
import { getListPath } from '../newsletter/newsletter-list.ts'
import {
  expectError,
  findArticle,
  sendAsDesk,
  signDeskRequest,
  stack,
} from '../testing/edge-client.ts'
import { commitWrites, createAddress, findListEntry } from '../testing/test-readers.ts'

const createSlug = () => `issue-${randomUUID().slice(0, 8)}`

const email: IssueEmail = {
  subject: 'Rain in Colombo',
  versions: {
    guest: {
      html: '<p>Rain</p><a href="{{unsubscribe}}">Unsubscribe</a>',
      text: 'Rain {{preferences}}',
    },
    subscriber: { html: '<p>More rain</p>', text: 'More rain' },
  },
}

async function callAsDesk(method: 'GET' | 'POST' | 'PUT', path: string, body: unknown = '') {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return sendAsDesk({ method, path: `/api/issues/${path}`, body: text })
}

async function storeReaders(count: number) {
  const addresses = Array.from({ length: count }, () => createAddress())
  for (const address of addresses) {
    const entry = { ...initialFields, email: address, state: 'confirmed', source: 'footer' }
    const consent = { consentedAt: new Date('2026-01-01'), ip: '', userAgent: '', uid: null }
    await commitWrites([{ set: await getListPath(address), fields: { ...entry, ...consent } }])
  }
  return addresses
}

async function countAudience(slug: string) {
  let audience = noAudience
  for (let part = 0; part < countedParts; part++) {
    const response = await callAsDesk('GET', `${slug}/audience/${part}`)
    audience = addAudiences(audience, audienceCountsSchema.parse(await response.json()))
  }
  return audience
}

async function approve(slug: string, sendAt = new Date(0)) {
  const stored = await callAsDesk('PUT', `${slug}/email`, email)
  const { revision } = (await stored.json()) as { revision: string }
  const stories = [findArticle('members').slug]
  const audience = await countAudience(slug)
  const approval = {
    revision,
    stories,
    sendAt: sendAt.toISOString(),
    candidates: 1000,
    recipients: countRecipients(audience),
  }
  return sendingStatusSchema.parse(
    await (await callAsDesk('POST', `${slug}/approval`, approval)).json(),
  )
}

const readStatus = async (slug: string): Promise<SendingStatus> =>
  sendingStatusSchema.parse(await (await callAsDesk('GET', `${slug}/sending`)).json())

async function listCopies(address: string, slug: string): Promise<readonly AcceptedEmail[]> {
  const response = await fetch(`${stack.mailUrl}/local/emails?to=${encodeURIComponent(address)}`)
  const emails = (await response.json()) as AcceptedEmail[]
  return emails.filter(({ tags }) => tags.issue === slug)
}

const control = async (name: string, order: object) =>
  (
    await fetch(`${stack.mailUrl}/local/${name}`, { method: 'POST', body: JSON.stringify(order) })
  ).json()

async function waitUntilFinished(slug: string) {
  await expect
    .poll(
      async () => {
        await triggerCron(stack)
        return (await readStatus(slug)).state
      },
      { timeout: 50_000 },
    )
    .toBe('finished')
}

describe('an issue', () => {
  it('is sent once to everybody on the list after its approval, and its events are counted', async () => {
    const slug = createSlug()
    const [reader, bouncing] = (await storeReaders(6)) as [string, string]
    expect((await approve(slug)).state).not.toBe('approved')
    await waitUntilFinished(slug)
    const status = await readStatus(slug)
    const { recipients, exclusions, candidates } = status.audience!
    const excluded = Object.values(exclusions).reduce((sum, count) => sum + count, 0)
    expect(recipients.guest + recipients.subscriber + excluded).toBe(candidates)
    expect(status.progress).toMatchObject({ waiting: 0, unknown: 0, refused: 0 })
    const [copy, ...others] = await listCopies(reader, slug)
    expect(others).toEqual([])
    expect(copy!.headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
    const link = copy!.headers['List-Unsubscribe']!.slice(1, -1)
    expect(copy!.html).toBe(`<p>Rain</p><a href="${link}">Unsubscribe</a>`)
    expect(link.startsWith(stack.siteUrl)).toBe(true)

    const [bounced] = await listCopies(bouncing, slug)
    const order = { id: bounced!.id, kind: 'hardBounce', times: 3 }
    expect(await control('events', order)).toEqual([204, 204, 204])
    expect((await readStatus(slug)).events.hardBounces).toBe(1)
    expect((await findListEntry(bouncing))?.hardBouncedAt).toBeInstanceOf(Date)
    const asked = await callAsDesk('POST', `${slug}/recipient`, { email: bouncing })
    expect(await asked.json()).toMatchObject({ outcome: 'hardBounce', version: 'guest' })
  })

  it('handles each signed request only once', async () => {
    const slug = createSlug()
    await approve(slug, new Date(Date.now() + 86_400_000))
    const pause = { method: 'POST', path: `/api/issues/${slug}/pause`, body: '' } as const
    const resume = { ...pause, path: `/api/issues/${slug}/resume` }
    const signed = await signDeskRequest(resume)
    expect((await sendAsDesk(pause)).status).toBe(200)
    expect((await sendAsDesk(resume, signed)).status).toBe(200)
    expect((await sendAsDesk(pause)).status).toBe(200)
    await expectError(sendAsDesk(resume, signed), 409, 'replayed')
    expect((await readStatus(slug)).state).toBe('paused')
  })

  it('can first be sent to its editor as a test', async () => {
    const slug = createSlug()
    const stored = await callAsDesk('PUT', `${slug}/email`, email)
    const { revision } = (await stored.json()) as { revision: string }
    const to = createAddress()
    const sent = await callAsDesk('POST', `${slug}/test`, { revision, version: 'subscriber', to })
    expect(sent.status).toBe(202)
    expect(await listCopies(to, slug)).toMatchObject([
      { subject: '[Test] Rain in Colombo', text: 'More rain' },
    ])
    await expectError(callAsDesk('GET', `${slug}/sending`), 404, 'not_found')
  })
})
