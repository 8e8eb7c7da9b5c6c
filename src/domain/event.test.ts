import { describe, expect, it } from 'vitest'
import {
  eventSchema,
  formatEventDay,
  formatEventHours,
  isEventOver,
  isSummit,
  splitEventTitle,
} from './event.ts'

const event = {
  title: 'A Name: The Series 2026',
  dek: 'A dek',
  startsAt: new Date('2026-12-12T18:30:00Z'),
  endsAt: new Date('2026-12-12T21:30:00Z'),
  timeZone: 'Europe/London',
  place: 'A hall',
  image: { id: 'a-0123456789abcdef', alt: 'A', credit: 'B', width: 3, height: 2 },
  accentColour: 'turmeric',
  programme: [{ at: '18:30', title: 'Doors', people: '' }],
  body: 'Text',
  updatedAt: new Date(),
} as const

describe('an event', () => {
  it('shows its day and hours in its own time zone', () => {
    expect(formatEventDay(event)).toBe('Saturday 12 December 2026')
    expect(formatEventHours(event)).toBe('18:30 to 21:30, London time')
    const eventWith = { ...event, timeZone: 'Asia/Kathmandu' }
    expect(formatEventDay({ ...eventWith, startsAt: new Date('2026-12-12T18:20:00Z') })).toBe(
      'Sunday 13 December 2026',
    )
    expect(formatEventHours({ ...eventWith, startsAt: new Date('2026-12-12T18:20:00Z') })).toBe(
      '00:05 to 03:15, Kathmandu time',
    )
    expect(formatEventHours(eventWith)).toBe('00:15 to 03:15, Kathmandu time')
  })

  it('observes summer time, and names the last day if it ends on another day', () => {
    const summerEvent = {
      startsAt: new Date('2026-07-01T21:00:00Z'),
      endsAt: new Date('2026-07-02T01:30:00Z'),
      timeZone: 'America/New_York',
    }
    expect(formatEventHours(summerEvent)).toBe('17:00 to 21:30, New York time')
    expect(formatEventHours({ ...summerEvent, timeZone: 'Europe/London' })).toBe(
      '22:00 to 02:30 on Thursday 2 July 2026, London time',
    )
  })

  it('is over as soon as it ends', () => {
    expect(isEventOver(event, new Date('2026-12-12T21:29:59Z'))).toBe(false)
    expect(isEventOver(event, new Date('2026-12-12T21:30:00Z'))).toBe(true)
  })

  it('has a name, and optionally a series', () => {
    expect(splitEventTitle(event.title)).toEqual({ name: 'A Name', series: 'The Series 2026' })
    expect(splitEventTitle('Tea at 5:30')).toEqual({ name: 'Tea at 5:30', series: '' })
  })

  it.each([
    ['summit-2024', true],
    ['summit-2031', true],
    ['winter-salon', false],
    ['summit-2024-afterwards', false],
  ])('is recognised as a summit by its slug: %s is %s', (slug, summit) =>
    expect(isSummit(slug)).toBe(summit),
  )
})

describe('the schema of events', () => {
  const parseIssues = (fields: object) =>
    eventSchema
      .safeParse({ ...event, ...fields })
      .error?.issues.map((issue) => issue.path.join('.')) ?? []

  it('accepts an event', () => expect(parseIssues({})).toEqual([]))

  it.each([
    ['timeZone', { timeZone: 'Asia/Atlantis' }],
    ['timeZone', { timeZone: 'UTC' }],
    ['timeZone', { timeZone: '+05:30' }],
    ['programme.0.at', { programme: [{ at: '7 o’clock', title: 'Soup', people: '' }] }],
    ['programme.0.at', { programme: [{ at: '24:10', title: 'Soup', people: '' }] }],
    ['endsAt', { endsAt: event.startsAt }],
    ['accentColour', { accentColour: 'mauve' }],
  ])('reports an invalid %s', (field, fields) => expect(parseIssues(fields)).toEqual([field]))
})
