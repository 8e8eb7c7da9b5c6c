import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addRating, createTally } from './rating-tally.ts'

it('counts each rating once, in any order', () => {
  const rating = fc.record({
    rating: fc.integer({ min: 1, max: 5 }),
    uid: fc.constantFrom(null, 'reader'),
  })
  fc.assert(
    fc.property(fc.array(rating, { maxLength: 50 }), (ratings) => {
      const tally = ratings.reduce(addRating, createTally('a-story'))
      expect(tally).toEqual({
        slug: 'a-story',
        ratings: ratings.length,
        sum: ratings.map((one) => one.rating).reduce((one, other) => one + other, 0),
        counts: [1, 2, 3, 4, 5].map((mark) => ratings.filter((one) => one.rating === mark).length),
        loggedIn: ratings.filter(({ uid }) => uid !== null).length,
      })
      expect([...ratings].reverse().reduce(addRating, createTally('a-story'))).toEqual(tally)
    }),
  )
})
