import { z } from 'zod'
import { pictureSchema } from './picture.ts'
import { dyeSchema } from './taxonomy-schemas.ts'

/** An IANA name of a place, such as `Asia/Colombo`: its clock is the event's. */
const timeZoneSchema = z
  .string()
  .regex(/^[A-Za-z]+(?:\/[A-Za-z_-]+)+$/, 'must be the name of a place, such as Asia/Colombo')
  .refine(isKnownTimeZone, 'is a time zone that nobody knows')

function isKnownTimeZone(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en-GB', { timeZone })
    return true
  } catch {
    return false
  }
}

const programmeItemSchema = z.object({
  /** By the event's own clock. */
  at: z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day, such as 09:30'),
  title: z.string().min(1).max(200),
  people: z.string().max(400),
})

/** `events/{slug}`: a gathering of readers, past or to come. Instants are UTC. */
export const eventSchema = z
  .object({
    title: z.string().min(1).max(200),
    dek: z.string().min(1).max(400),
    startsAt: z.date(),
    endsAt: z.date(),
    timeZone: timeZoneSchema,
    place: z.string().min(1).max(200),
    image: pictureSchema,
    /** Of its print, and so of its page. */
    dye: dyeSchema,
    programme: z.array(programmeItemSchema).max(60),
    body: z.string().min(1).max(100_000),
    updatedAt: z.date(),
  })
  .refine((event) => event.endsAt > event.startsAt, {
    path: ['endsAt'],
    message: 'must be after startsAt',
  })
export type Event = z.infer<typeof eventSchema>

type Hours = Pick<Event, 'startsAt' | 'endsAt' | 'timeZone'>

/** A summit's page is a poster of its own, without the publication's bars. */
export function isSummit(slug: string): boolean {
  return /^summit-\d{4}$/.test(slug)
}

export function isOver({ endsAt }: Pick<Event, 'endsAt'>, now: Date): boolean {
  return endsAt.getTime() <= now.getTime()
}

/** “Letters Not Sent: The Winter Salon 2026” is a name, and what it is the name of. */
export function splitTitle(title: string): { readonly name: string; readonly series: string } {
  const colon = title.indexOf(': ')
  return colon < 0
    ? { name: title, series: '' }
    : { name: title.slice(0, colon), series: title.slice(colon + 2) }
}

/** “Saturday 12 December 2026”, where the event is. */
export function eventDay({ startsAt, timeZone }: Hours): string {
  const parts = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const
  return new Intl.DateTimeFormat('en-GB', { ...parts, timeZone }).format(startsAt).replace(',', '')
}

/** “18:30 to 21:30, London time”; an event of several days says where each of them ends. */
export function eventHours(event: Hours): string {
  const { startsAt, endsAt, timeZone } = event
  const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone })
  const lastDay = eventDay({ ...event, startsAt: endsAt })
  const end = clock.format(endsAt) + (lastDay === eventDay(event) ? '' : ` on ${lastDay}`)
  return `${clock.format(startsAt)} to ${end}, ${clockName(timeZone)}`
}

/** “London time”, by the city that the zone is named after. */
export function clockName(timeZone: string): string {
  const city = timeZone.slice(timeZone.lastIndexOf('/') + 1).replaceAll('_', ' ')
  return `${city} time`
}
