import { afterAll, beforeAll, expect, it } from 'vitest'
import { stack } from '../../../functions/testing/edge-client.ts'
import { getDeviceRatingPath, getReaderRatingPath } from '../../../src/domain/rating.ts'
import { createTestName } from '../../dev/stack/emulator-accounts.ts'
import { createDeskHarness } from '../testing/desk-process.ts'

const desk = createDeskHarness(stack)
// This story has more ratings than in any other test, so that it is listed first.
const story = `story-${createTestName()}`
const other = `story-${createTestName()}`
const most = 40

beforeAll(() => {
  const rated = (slug: string, at: number, rating: unknown) => {
    const uid = at % 2 === 0 ? `reader-${at}` : null
    return {
      set: uid ? getReaderRatingPath(slug, uid) : getDeviceRatingPath(slug, `device-${at}`),
      fields: { slug, uid, rating, ratedAt: new Date() },
    }
  }
  return desk.commit(
    ...Array.from({ length: most }, (_, at) => rated(story, at, at < 10 ? 2 : 5)),
    rated(other, 0, 4),
    rated(other, 2, 'five'),
  )
})
afterAll(() => desk.remove())

const run = (...args: string[]) => desk.run('ratings', ...args)

it('desk ratings lists stories with their counts, most rated first', async () => {
  const { code, out, errors } = await run()
  expect({ code, errors }).toEqual({ code: 0, errors: '' })
  const [head, first, ...lines] = out.trim().split('\n')
  expect(head).toBe('ratings  average      1      2      3      4      5  logged in  story')
  expect(first).toBe(`     40      4.3      0     10      0      0     30         20  ${story}`)
  expect(lines).toContain(
    `      1      4.0      0      0      0      1      0          1  ${other}`,
  )
})

it('desk ratings lists one story, and prints JSON', async () => {
  expect((await run(story)).out.trim().split('\n')).toHaveLength(2)
  expect(JSON.parse((await run(other, '--json')).out)).toEqual([
    { slug: other, ratings: 1, average: 4, counts: [0, 0, 0, 1, 0], loggedIn: 1 },
  ])
})

it('desk ratings reports a story without ratings', async () => {
  expect(await run('nobody-rated-this')).toMatchObject({
    code: 0,
    out: 'No ratings for nobody-rated-this yet.\n',
  })
})
