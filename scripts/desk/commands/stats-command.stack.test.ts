import { afterAll, describe, expect, it } from 'vitest'
import { stack } from '../../../functions/testing/edge-client.ts'
import { reportNames, reportSchema } from '../../../src/domain/statistics/report.ts'
import { createTestName } from '../../dev/stack/emulator-accounts.ts'
import { requestRebuild } from '../../dev/stack/stack-client.ts'
import { createDeskHarness } from '../testing/desk-process.ts'

const desk = createDeskHarness(stack)
afterAll(async () => {
  desk.remove()
  // The commands have requested rebuilds, which would otherwise run during the next file's tests.
  await requestRebuild(stack)
})

const story = 'fathers-in-pencil'

describe('desk stats', () => {
  it.each(reportNames)(
    'prints the report “%s” with an explanation of its numbers',
    async (name) => {
      const printed = await desk.run('stats', ...(name === 'overview' ? [] : [name]))
      expect(printed).toMatchObject({ code: 0, errors: '' })
      expect(printed.out).toContain('Days begin and end in Asia/Colombo.')
      expect(printed.out).toContain('What the numbers mean')
    },
  )

  it('prints a story as text, JSON and CSV', async () => {
    expect((await desk.run('stats', 'story', story)).out).toContain('Fathers in pencil')
    const json = await desk.run('stats', 'story', story, '--json')
    expect(reportSchema.parse(JSON.parse(json.out)).title).toBe('Fathers in pencil')
    const csv = await desk.run('stats', 'story', story, '--csv')
    expect(csv.out).toMatch(/^table,row,column,figure,value,before,few,definition\n/)
    expect(csv.out).toMatch(/^This story,Views,7 days,views,\d+,\d+,/m)
  })

  it.each([
    ['story', 'articles/no-such-story: not found'],
    ['hide', 'not found'],
  ])('refuses an unknown story: %s', async (subcommand, message) => {
    const refused = await desk.run('stats', subcommand, 'no-such-story')
    expect(refused).toMatchObject({ code: 1, out: '' })
    expect(refused.errors).toContain(message)
  })

  it('hides a story from the most-read lists and shows it again, with an entry in the log', async () => {
    const readHidden = async () =>
      (await desk.readDocument('front/home'))?.fields.hiddenFromMostRead ?? []
    const revisions = (await desk.readRevisions('front/home')).length
    const dry = await desk.run('stats', 'hide', story, '--dry-run')
    expect(dry.out).toContain('Nothing was written')
    expect(await readHidden()).toEqual([])
    expect(await desk.run('stats', 'hide', story)).toMatchObject({ code: 0, errors: '' })
    expect(await readHidden()).toEqual([story])
    expect((await desk.run('stats', 'hide', story)).out).toContain('no change')
    // Hiding a story must not change the front page's other choices.
    await desk.run('front', '--pin', story)
    expect(await readHidden()).toEqual([story])
    await desk.run('front', '--unpin', story)
    expect(await desk.run('stats', 'show', story)).toMatchObject({ code: 0, errors: '' })
    expect(await readHidden()).toEqual([])
    expect((await desk.readRevisions('front/home')).length).toBeGreaterThan(revisions)
  })
})

describe('desk role', () => {
  async function createReader(emailVerified: boolean) {
    const uid = createTestName()
    const email = `${uid}@example.com`
    const profile = { first_name: 'Mira', last_name: 'Bai', email, createdAt: new Date() }
    await desk.commit({ set: `users/${uid}`, fields: { ...profile, emailVerified } })
    return { uid, email }
  }
  /** Runs the command as an operator, with the service account's key. */
  const role = (...args: string[]) => desk.runWith({ DESK_ACCESS_KEY: '' }, 'role', ...args)
  const readRole = async (uid: string) => (await desk.readDocument(`users/${uid}`))?.fields.role

  it('grants the role and removes it', async () => {
    const { uid, email } = await createReader(true)
    expect((await role(email, 'editor', '--dry-run')).out).toContain('Nothing was')
    expect(await readRole(uid)).toBeUndefined()
    expect((await role(email, 'editor')).out).toContain('none → editor')
    expect(await readRole(uid)).toBe('editor')
    expect((await role(uid)).out).toBe(`${uid}: editor\n`)
    expect((await role(email, 'editor')).out).toContain('no change')
    expect((await role(email, 'none')).out).toContain('editor → none')
    expect(await readRole(uid)).toBeNull()
  })

  it('refuses readers whose address isn’t confirmed', async () => {
    const { uid, email } = await createReader(false)
    expect(await role(email, 'editor')).toMatchObject({ code: 1, out: '' })
    expect(await readRole(uid)).toBeUndefined()
  })

  it('refuses an unknown reader', async () => {
    expect(await role('nobody@example.com', 'editor')).toMatchObject({ code: 1 })
  })
})
