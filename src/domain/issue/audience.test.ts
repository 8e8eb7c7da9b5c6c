import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addAudiences,
  countRanges,
  findRangeIndex,
  formatChunkId,
  getHashRange,
  getOrigin,
  isAudienceComplete,
  noAudience,
  parseChunkId,
  planChunks,
} from './audience.ts'

const hash = fc.stringMatching(/^[0-9a-f]{64}$/)
const ranges = fc.oneof(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 65_536 }))

describe('the ranges of a list', () => {
  it('contain every hash once', () => {
    fc.assert(
      fc.property(hash, ranges, (id, count) => {
        const index = findRangeIndex(id, count)
        const { from, to } = getHashRange(index, count)
        expect(id > from && (to === null || id < to)).toBe(true)
        if (to !== null) expect(getHashRange(index + 1, count).from).toBe(to)
        else expect(index).toBe(count - 1)
      }),
    )
    expect(getHashRange(0, 7).from).toBe('0000')
  })

  it.each([
    [0, 1],
    [400, 1],
    [401, 2],
    [1_000_000, 2500],
    [100_000_000, 65_536],
  ])('split %d entries into %d ranges', (entries, expected) => {
    expect(countRanges(entries)).toBe(expected)
  })
})

describe('the chunks of a range', () => {
  it('contain every recipient once, and are as large as a batch at most', () => {
    const counts = fc.record({ guest: fc.nat(500), subscriber: fc.nat(500) })
    fc.assert(
      fc.property(counts, fc.integer({ min: 1, max: 250 }), (recipients, batchSize) => {
        const chunks = planChunks(7, recipients, batchSize)
        for (const version of ['guest', 'subscriber'] as const) {
          const own = chunks.filter((chunk) => chunk.version === version)
          const places = own.flatMap(({ id, size }) => {
            expect(size).toBeLessThanOrEqual(batchSize)
            const place = parseChunkId(id, batchSize)!
            expect(place).toMatchObject({ range: 7, version })
            return Array.from({ length: size }, (_, index) => {
              expect(formatChunkId({ ...place, index: place.index + index }, batchSize)).toBe(id)
              return place.index + index
            })
          })
          expect(places).toEqual(Array.from({ length: recipients[version] }, (_, at) => at))
        }
      }),
    )
  })

  it.each(['', 'test', '1-guest', '-1-guest-0', '1-editor-0', '1-guest-0 ', '999999-guest-0'])(
    'don’t have the id %j',
    (id) => {
      expect(parseChunkId(id, 100)).toBeNull()
    },
  )
})

describe('an audience', () => {
  const part = {
    candidates: 6,
    recipients: { guest: 2, subscriber: 1 },
    exclusions: { unsubscribed: 2, paused: 1 },
  }

  it('is complete if no reader is missing', () => {
    expect(isAudienceComplete(noAudience)).toBe(true)
    expect(isAudienceComplete(part)).toBe(true)
    expect(isAudienceComplete(addAudiences(part, part))).toBe(true)
    expect(isAudienceComplete({ ...part, candidates: 7 })).toBe(false)
  })

  it('is the sum of its parts', () => {
    expect(addAudiences(part, { ...part, exclusions: { malformed: 3 } })).toEqual({
      candidates: 12,
      recipients: { guest: 4, subscriber: 2 },
      exclusions: { unsubscribed: 2, paused: 1, malformed: 3 },
    })
  })
})

describe('an address', () => {
  const now = new Date('2026-11-29T02:30:00Z')
  it.each([
    ['is stored by an import or an earlier release', null, 'imported'],
    ['joins on the day', '2026-11-29T02:29:00Z', 'recent'],
    ['joins less than 90 days before', '2026-08-31T02:31:00Z', 'recent'],
    ['joins 90 days before', '2026-08-31T02:30:00Z', 'settled'],
  ])('%s (%s) and is %s', (_, at, expected) => {
    const deliveryChangedAt = at === null ? null : new Date(at)
    expect(getOrigin({ deliveryChangedAt }, now)).toBe(expected)
  })
})
