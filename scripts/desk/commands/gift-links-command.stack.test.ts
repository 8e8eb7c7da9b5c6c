import { afterAll, beforeAll, expect, it } from 'vitest'
import { giftLinkPath } from '../../../functions/gift-link/gift-link-record.ts'
import { stack } from '../../../functions/testing/edge-client.ts'
import { createTestName } from '../../dev/stack/emulator-accounts.ts'
import { createDeskHarness } from '../testing/desk-process.ts'

const desk = createDeskHarness(stack)
const story = `story-${createTestName()}`
// More openings than in any other test, so that this link is listed first.
const most = 1_000_000
const givenAt = new Date('2026-11-03T08:00:00Z')
const until = new Date('2026-11-17T08:00:00Z')

beforeAll(() => {
  const link = (openings: unknown, revokedAt: Date | null) => ({
    set: giftLinkPath(createTestName()),
    fields: { slug: story, uid: 'nilmini', giver: 'Nilmini', givenAt, until, revokedAt, openings },
  })
  return desk.commit(link(3, givenAt), link(most, null), link('many', null))
})
afterAll(() => desk.remove())

const run = (...args: string[]) => desk.run('gift-links', ...args)

it('desk gift-links lists the links that were opened most, without codes or names', async () => {
  const { code, out, errors } = await run()
  expect({ code, errors }).toEqual({ code: 0, errors: '' })
  const [head, first] = out.trim().split('\n')
  expect(head!.split(/ {2,}/)).toEqual(['openings', 'given', 'state', 'story'])
  expect(first!.trim().split(/ {2,}/)).toEqual([
    String(most),
    '2026-11-03',
    'until 2026-11-17',
    story,
  ])
  expect(out.toLowerCase()).not.toContain('nilmini')
})

it('desk gift-links lists one story’s links, and prints JSON', async () => {
  const link = {
    slug: story,
    givenAt: givenAt.toISOString(),
    until: until.toISOString(),
  }
  expect(JSON.parse((await run(story, '--json')).out)).toEqual([
    { ...link, openings: most, revoked: false },
    { ...link, openings: 3, revoked: true },
  ])
})

it('desk gift-links reports a story without links', async () => {
  expect(await run('nobody-gave-this')).toMatchObject({
    code: 0,
    out: expect.stringContaining('No gift links to nobody-gave-this yet.'),
  })
})
