import { describe, expect, it } from 'vitest'
import { eventDay, eventHours, eventSchema, isOver, isSummit, splitTitle } from './event.ts'

const event = {
  title: 'A Name: The Series 2026',
  dek: 'A dek',
  startsAt: new Date('2026-12-12T18:30:00Z'),
  endsAt: new Date('2026-12-12T21:30:00Z'),
  timeZone: 'Europe/London',
  place: 'A hall',
  image: { id: 'a-0123456789abcdef', alt: 'A', credit: 'B', width: 3, height: 2 },
  dye: 'turmeric',
  programme: [{ at: '18:30', title: 'Doors', people: '' }],
  body: 'Text',
  updatedAt: new Date(),
} as const

describe('an event', () => {
  it('tells its day and hours by its own clock', () => {
    expect(eventDay(event)).toBe('Saturday 12 December 2026')
    expect(eventHours(event)).toBe('18:30 to 21:30, London time')
    const there = { ...event, timeZone: 'Asia/Kathmandu' }
    expect(eventDay({ ...there, startsAt: new Date('2026-12-12T18:20:00Z') })).toBe(
      'Sunday 13 December 2026',
    )
    expect(eventHours({ ...there, startsAt: new Date('2026-12-12T18:20:00Z') })).toBe(
      '00:05 to 03:15, Kathmandu time',
    )
    expect(eventHours(there)).toBe('00:15 to 03:15, Kathmandu time')
  })

  it('keeps summer time, and says where it ends if not on its first day', () => {
    const summer = {
      startsAt: new Date('2026-07-01T21:00:00Z'),
      endsAt: new Date('2026-07-02T01:30:00Z'),
      timeZone: 'America/New_York',
    }
    expect(eventHours(summer)).toBe('17:00 to 21:30, New York time')
    expect(eventHours({ ...summer, timeZone: 'Europe/London' })).toBe(
      '22:00 to 02:30 on Thursday 2 July 2026, London time',
    )
  })

  it('is over from the minute of its end', () => {
    expect(isOver(event, new Date('2026-12-12T21:29:59Z'))).toBe(false)
    expect(isOver(event, new Date('2026-12-12T21:30:00Z'))).toBe(true)
  })

  it('has a name and a series, or a name alone', () => {
    expect(splitTitle(event.title)).toEqual({ name: 'A Name', series: 'The Series 2026' })
    expect(splitTitle('Tea at 5:30')).toEqual({ name: 'Tea at 5:30', series: '' })
  })

  it.each([
    ['summit-2024', true],
    ['summit-2031', true],
    ['winter-salon-2026', false],
    ['summit-2024-afterwards', false],
  ])('%s is a summit: %s', (slug, summit) => expect(isSummit(slug)).toBe(summit))
})

describe('the schema of events', () => {
  const problemsOf = (fields: object) =>
    eventSchema
      .safeParse({ ...event, ...fields })
      .error?.issues.map((issue) => issue.path.join('.')) ?? []

  it('takes an event', () => expect(problemsOf({})).toEqual([]))

  it.each([
    ['timeZone', { timeZone: 'Asia/Atlantis' }],
    ['timeZone', { timeZone: 'UTC' }],
    ['timeZone', { timeZone: '+05:30' }],
    ['programme.0.at', { programme: [{ at: '7 o’clock', title: 'Soup', people: '' }] }],
    ['programme.0.at', { programme: [{ at: '24:10', title: 'Soup', people: '' }] }],
    ['endsAt', { endsAt: event.startsAt }],
    ['dye', { dye: 'mauve' }],
  ])('names %s where it is wrong', (field, fields) => expect(problemsOf(fields)).toEqual([field]))
})
