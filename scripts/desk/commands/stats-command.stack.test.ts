import { afterAll, describe, expect, it } from 'vitest'
import { stack } from '../../../functions/testing/edge-client.ts'
import { reportSchema } from '../../../src/domain/statistics/report.ts'
import { createTestName } from '../../dev/stack/emulator-accounts.ts'
import { createDeskHarness } from '../testing/desk-process.ts'

const desk = createDeskHarness(stack)
afterAll(() => desk.remove())

const story = 'fathers-in-pencil'

describe('desk stats', () => {
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
})

describe('desk role', () => {
  async function createReader() {
    const uid = createTestName()
    const email = `${uid}@example.com`
    const profile = { first_name: 'Mira', last_name: 'Bai', email, createdAt: new Date() }
    await desk.commit({ set: `users/${uid}`, fields: { ...profile, emailVerified: true } })
    return { uid, email }
  }
  /** Runs the command as an operator, with the service account's key. */
  const role = (...args: string[]) => desk.runWith({ DESK_ACCESS_KEY: '' }, 'role', ...args)
  const readRole = async (uid: string) => (await desk.readDocument(`users/${uid}`))?.fields.role

  it('grants the role and removes it', async () => {
    const { uid, email } = await createReader()
    expect((await role(email, 'editor', '--dry-run')).out).toContain('Nothing was')
    expect(await readRole(uid)).toBeUndefined()
    expect((await role(email, 'editor')).out).toContain('none → editor')
    expect(await readRole(uid)).toBe('editor')
    expect((await role(uid)).out).toBe(`${uid}: editor\n`)
    expect((await role(email, 'editor')).out).toContain('no change')
    expect((await role(email, 'none')).out).toContain('editor → none')
    expect(await readRole(uid)).toBeNull()
  })
})
