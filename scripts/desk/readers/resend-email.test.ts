import { afterEach, expect, it, vi } from 'vitest'
import { useMemoryFirestore } from '../../../functions/testing/memory-firestore.ts'
import { subscriptionRecordSchema } from '../../../src/domain/subscription/subscription.ts'
import type { Desk } from '../command-line/desk-environment.ts'
import { resendEmail } from './resend-email.ts'

const database = useMemoryFirestore()
afterEach(() => {
  vi.restoreAllMocks()
})

const record = subscriptionRecordSchema.parse({
  subscription: {
    state: 'active',
    plan: 'annual_99',
    provider: 'I-1',
    paidThrough: new Date('2031-01-01T00:00:00Z'),
  },
})

/** Resends as an operator without a name. Returns what was printed. */
async function resend(template?: string): Promise<string> {
  const printed: string[] = []
  vi.spyOn(console, 'log').mockImplementation((line) => void printed.push(line))
  const { firestore } = database
  const desk = { firestore, editor: null, siteUrl: 'https://example.com' } as Desk
  const reader = { uid: 'mira', profile: null, record }
  await resendEmail(desk, reader, template, { message: undefined, dryRun: false })
  return printed.join('\n')
}

it('a resend lists the templates that apply, even without a name for the log', async () => {
  expect(await resend()).toMatch(/^Templates for a subscription that is active: started, /)
  expect(await database.list('outbox')).toEqual([])
})

it('a resend refuses an unknown template as a wrong command line, and sends nothing without a name', async () => {
  await expect(resend('welcome')).rejects.toMatchObject({ exitStatus: 'usage' })
  await expect(resend('started')).rejects.toThrow('The log needs your name.')
  expect(await database.list('outbox')).toEqual([])
})
