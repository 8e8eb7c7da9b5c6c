import { afterAll, beforeAll, expect, it } from 'vitest'
import { stack } from '../../functions/edge-client.ts'
import { deviceRatingPath, readerRatingPath } from '../../src/domain/rating.ts'
import { newName } from '../local/own-accounts.ts'
import { deskFolder } from './desk-process.ts'

const desk = deskFolder(stack)
// More ratings than any other test gives, so that it is the first in the list.
const story = `story-${newName()}`
const other = `story-${newName()}`
const most = 40

beforeAll(() => {
  const rated = (slug: string, at: number, rating: unknown) =>
    at % 2 === 0
      ? {
          set: readerRatingPath(slug, `reader-${at}`),
          fields: { slug, uid: `reader-${at}`, rating, ratedAt: new Date() },
        }
      : {
          set: deviceRatingPath(slug, `device-${at}`),
          fields: { slug, uid: null, rating, ratedAt: new Date() },
        }
  return desk.commit(
    ...Array.from({ length: most }, (_, at) => rated(story, at, at < 10 ? 2 : 5)),
    rated(other, 0, 4),
    // Somebody has written into the database.
    rated(other, 2, 'five'),
  )
})
afterAll(() => desk.remove())

const run = (...args: string[]) => desk.run('ratings', ...args)

it('lists stories with their counts, the most often rated first', async () => {
  const { code, out, errors } = await run()
  expect({ code, errors }).toEqual({ code: 0, errors: '' })
  const [head, first, ...lines] = out.trim().split('\n')
  expect(head).toBe('ratings  average      1      2      3      4      5  logged in  story')
  expect(first).toBe(`     40      4.3      0     10      0      0     30         20  ${story}`)
  expect(lines).toContain(
    `      1      4.0      0      0      0      1      0          1  ${other}`,
  )
})

it('says the same of one story, and for scripts', async () => {
  expect((await run(story)).out.trim().split('\n')).toHaveLength(2)
  expect(JSON.parse((await run(other, '--json')).out)).toEqual([
    { slug: other, ratings: 1, average: 4, counts: [0, 0, 0, 1, 0], loggedIn: 1 },
  ])
})

it('says so where there are none, or where the slug is wrong', async () => {
  expect(await run('nobody-rated-this')).toMatchObject({
    code: 0,
    out: 'No ratings of nobody-rated-this yet.\n',
  })
  const wrong = await run('No Slug')
  expect(wrong).toMatchObject({ code: 2, out: '' })
  expect(wrong.errors).toContain('"No Slug" isn\'t a valid slug.')
  expect((await run('one', 'two')).code).toBe(2)
})
