import { afterAll, expect, it } from 'vitest'
import { getListPath } from '../../../functions/newsletter/newsletter-list.ts'
import { stack } from '../../../functions/testing/edge-client.ts'
import { initialFields } from '../../../src/domain/newsletter/newsletter-entry.ts'
import { createTestName } from '../../dev/stack/emulator-accounts.ts'
import { createDeskHarness } from '../testing/desk-process.ts'

const desk = createDeskHarness(stack)
afterAll(() => desk.remove())

const run = (...args: string[]) => desk.run('weekly', ...args)

it('desk weekly approves an issue, and controls its sending', async () => {
  const slug = '2026-11-15'
  const file = `${slug}.md`
  const reader = `${createTestName()}@example.com`
  const consent = { consentedAt: new Date('2026-01-01'), ip: '', userAgent: '', uid: null }
  const entry = {
    ...initialFields,
    ...consent,
    email: reader,
    state: 'confirmed',
    source: 'footer',
  }
  await desk.commit({ set: await getListPath(reader), fields: entry })
  const expectStatus = async (args: readonly string[], text: string) => {
    expect(await run(...args)).toMatchObject({ code: 0, out: expect.stringContaining(text) })
  }
  expect(await run('status', slug)).toMatchObject({ code: 1 })

  // The page must have the same content as the email.
  await desk.run('fetch', slug, '--collection', 'issues')
  const manuscript = desk.read(file)
  desk.write(file, manuscript.replace('subject: ', 'subject: Changed '))
  const changed = await run('approve', file, '--yes')
  expect(changed).toMatchObject({
    code: 1,
    errors: expect.stringContaining('npm run desk -- publish'),
  })
  desk.write(file, manuscript)
  const unconfirmed = await run('approve', file)
  expect(unconfirmed).toMatchObject({ code: 1, errors: expect.stringContaining('add --yes') })
  expect(unconfirmed.out).toMatch(/ [1-9]\d* {2}will get it:/)

  await expectStatus(['test', file, reader], `Sent the guest version to ${reader}.`)
  const later = '2099-11-15T02:30:00Z'
  await expectStatus(['approve', file, '--yes', '--at', later], `${slug}: approved`)
  await expectStatus(['pause', slug], 'paused by an editor')
  await expectStatus(['resume', slug], `${slug}: approved`)
  await expectStatus(['schedule', slug, '--at', '2099-12-06T02:30:00Z'], '6 December 2099')
  // Editors aren't allowed to see whether a reader got an issue.
  expect(await run('who', slug, reader)).toMatchObject({ code: 1 })
  const asOperator = await desk.runWith({ DESK_ACCESS_KEY: '' }, 'weekly', 'who', slug, reader)
  expect(asOperator.out).toContain('hasn’t been sent yet')
  await expectStatus(['stats', slug], '0  sent')
  expect(await run('cancel', slug)).toMatchObject({ code: 1 })
  await expectStatus(['cancel', slug, '--yes'], `${slug}: cancelled`)
})
