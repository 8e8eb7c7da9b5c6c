import { z } from 'zod'
import { site } from '../publication/identity.ts'
import { accentColourSchema, maxTitleLength } from './article.ts'
import { identifierSchema } from './identifier.ts'
import { imageSchema } from './image/image.ts'
import { isKnownTimeZone } from './time-zone.ts'

/** A time zone's IANA name, such as `Asia/Colombo`. All times are shown in this zone. */
const timeZoneSchema = z
  .string()
  .regex(/^[A-Za-z]+(?:\/[A-Za-z_-]+)+$/, `must be a time zone, such as ${site.timeZone}`)
  .refine(isKnownTimeZone, 'isn’t a known time zone')

const programmeItemSchema = z.object({
  /** The time of day in the event's time zone. */
  at: z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day, such as 09:30'),
  title: z.string().min(1).max(maxTitleLength),
  people: z.string().max(400),
})

/** An event, stored as `events/{slug}`. Times are in UTC. */
export const eventSchema = z
  .object({
    title: z.string().min(1).max(maxTitleLength),
    dek: z.string().min(1).max(400),
    startsAt: z.date(),
    endsAt: z.date(),
    timeZone: timeZoneSchema,
    place: z.string().min(1).max(200),
    image: imageSchema,
    accentColour: accentColourSchema,
    programme: z.array(programmeItemSchema).max(60),
    body: z.string().min(1).max(100_000),
    identifier: identifierSchema,
    updatedAt: z.date(),
  })
  .refine((event) => event.endsAt > event.startsAt, {
    path: ['endsAt'],
    message: 'must be after startsAt',
  })
export type Event = z.infer<typeof eventSchema>

type EventTimes = Pick<Event, 'startsAt' | 'endsAt' | 'timeZone'>

/** A summit's page is a poster without a header and footer. */
export function isSummit(slug: string): boolean {
  return /^summit-\d{4}$/.test(slug)
}

export function isEventOver({ endsAt }: Pick<Event, 'endsAt'>, now: Date): boolean {
  return endsAt.getTime() <= now.getTime()
}

/** Splits “Letters Not Sent: The Winter Salon 2026” into a name and its series. */
export function splitEventTitle(title: string): { readonly name: string; readonly series: string } {
  const colon = title.indexOf(': ')
  return colon < 0
    ? { name: title, series: '' }
    : { name: title.slice(0, colon), series: title.slice(colon + 2) }
}

/** Returns “Saturday 12 December 2026”, in the event's time zone. */
export function formatEventDay({ startsAt, timeZone }: EventTimes): string {
  const parts = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const
  return new Intl.DateTimeFormat('en-GB', { ...parts, timeZone }).format(startsAt).replace(',', '')
}

/** Returns “18:30 to 21:30, London time”. Names the last day if it's different. */
export function formatEventHours(event: EventTimes): string {
  const { startsAt, endsAt, timeZone } = event
  const timeFormat = new Intl.DateTimeFormat('en-GB', {
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
  })
  const lastDay = formatEventDay({ ...event, startsAt: endsAt })
  const end =
    timeFormat.format(endsAt) + (lastDay === formatEventDay(event) ? '' : ` on ${lastDay}`)
  return `${timeFormat.format(startsAt)} to ${end}, ${formatClockName(timeZone)}`
}

/** Returns “London time”, after the city in the time zone's name. */
export function formatClockName(timeZone: string): string {
  const city = timeZone.slice(timeZone.lastIndexOf('/') + 1).replaceAll('_', ' ')
  return `${city} time`
}
