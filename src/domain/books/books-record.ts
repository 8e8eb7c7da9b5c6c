/**
 * `operations/books`: each night, PayPal's latest movements are stored and explained, and some readers' access is
 * checked, in parts that one run of the cron job can complete.
 */
import { z } from 'zod'
import { day, hour } from '../duration.ts'

/** By this hour (UTC), PayPal lists everything from the day before, because a movement appears within three hours. */
const startHour = 4

/** The number of days whose movements are read each night. PayPal completes most pending payments within this time. */
export const bookedDays = 10

/**
 * The number of readers whose access is checked per night, in turn. Each check costs reads of the reader's history and
 * gifts.
 */
export const readersPerNight = 500

/** Milliseconds without a completed night after which the books need attention. */
const maxAge = 2 * day

/**
 * Milliseconds after which a record without a movement needs attention, because PayPal may list it only the next night.
 */
export const movementDelay = 2 * day

/** Milliseconds for which records are compared with the movements. */
export const recordsPeriod = 60 * day

/** Limits the entries that are stored by name. The counts are exact. */
export const maxNamed = 20

/**
 * The number of times that PayPal may refuse to list a day's movements, one cron run apart, before the day is skipped.
 */
const maxRefusals = 3

const cursorSchema = z.discriminatedUnion('step', [
  /** `from` is the beginning of a day in UTC. `refusals` counts PayPal's refusals for this day. */
  z.object({
    step: z.literal('read'),
    from: z.date(),
    page: z.int().min(1),
    refusals: z.int().default(0),
  }),
  z.object({ step: z.literal('explain'), after: z.string() }),
  /** `checked` counts this night's readers, including those whose history was too long (`notChecked`). */
  z.object({
    step: z.literal('access'),
    checked: z.int(),
    notChecked: z.int().default(0),
  }),
])
export type BooksCursor = z.infer<typeof cursorSchema>
export type ReadCursor = Extract<BooksCursor, { step: 'read' }>

const unpaidReaderSchema = z.object({ uid: z.string(), days: z.int(), at: z.date() })
export type UnpaidReader = z.infer<typeof unpaidReaderSchema>

export const booksSchema = z.object({
  /** Earlier movements aren't read, because the records that explain them didn't exist. */
  since: z.date(),
  startedAt: z.date(),
  /** Null if no comparison is running. */
  cursor: cursorSchema.nullable(),
  /** Whether PayPal refuses to list movements because the app doesn't have the permission. */
  isRefused: z.boolean().default(false),
  /**
   * Beginnings of days that PayPal refuses to list, oldest first. Each is retried as long as it's among the days read
   * each night.
   */
  skippedDays: z.array(z.date()).default([]),
  /** The reader whose access was checked last; empty before the first check. */
  checkedReader: z.string().default(''),
  /** Readers whose last check found more access than was paid for or given; at most `maxNamed`. */
  unpaidReaders: z.array(unpaidReaderSchema).default([]),
  last: z
    .object({
      finishedAt: z.date(),
      /** The number of unexplained movements, and the first of them. */
      unexplained: z.int(),
      firstUnexplained: z.string().nullable(),
      /** The number of records of money that PayPal doesn't list. */
      unmatched: z.int(),
      checkedReaders: z.int(),
      /** The number of readers whose history was too long to check. */
      notChecked: z.int().default(0),
    })
    .nullable()
    .default(null),
})
export type Books = z.infer<typeof booksSchema>

const startOfDay = (at: Date) => new Date(Math.floor(at.getTime() / day) * day)

/** Returns the first day to read, never before the books begin. */
function getFirstDay(since: Date, now: Date): Date {
  const first = new Date(startOfDay(now).getTime() - bookedDays * day)
  return first < since ? since : first
}

/** Reads a past day, which PayPal lists completely. The explanations follow. */
const readDay = (from: Date, startedAt: Date): BooksCursor =>
  from < startOfDay(startedAt)
    ? { step: 'read', from, page: 1, refusals: 0 }
    : { step: 'explain', after: '' }

/** Returns the current or a new night's books, or null. The books begin on the day after the first call. */
export function getCurrentBooks(
  stored: Books | null,
  now: Date,
): (Books & { readonly cursor: BooksCursor }) | null {
  if (stored?.cursor) return { ...stored, cursor: stored.cursor }
  const today = startOfDay(now)
  const start = new Date(today.getTime() + startHour * hour)
  const startOfNight = now < start ? new Date(start.getTime() - day) : start
  if (stored && stored.startedAt >= startOfNight) return null
  const since = stored?.since ?? new Date(today.getTime() + day)
  const fresh = stored ?? booksSchema.parse({ since, startedAt: now, cursor: null })
  const from = getFirstDay(since, now)
  const cursor = readDay(from, now)
  const skippedDays = fresh.skippedDays.filter((skipped) => skipped >= from)
  return { ...fresh, startedAt: now, isRefused: false, skippedDays, cursor }
}

const readNextDay = (from: Date, startedAt: Date) =>
  readDay(new Date(from.getTime() + day), startedAt)

const removeDay = (days: readonly Date[], from: Date) =>
  days.filter((one) => one.getTime() !== from.getTime())

/** Call this after a page of a day was read. A day that has been read completely no longer counts as skipped. */
export function completePage(books: Books, cursor: ReadCursor, pages: number): Books {
  const { from, page } = cursor
  if (page < pages) return { ...books, cursor: { ...cursor, page: page + 1, refusals: 0 } }
  return {
    ...books,
    cursor: readNextDay(from, books.startedAt),
    skippedDays: removeDay(books.skippedDays, from),
  }
}

/**
 * Call this after PayPal has refused to list a day. After several refusals, or immediately on a later night, the next
 * day is read.
 */
export function refuseDay(books: Books, cursor: ReadCursor): Books {
  const { from } = cursor
  const refusals = cursor.refusals + 1
  const others = removeDay(books.skippedDays, from)
  const isSkippedAlready = others.length < books.skippedDays.length
  return isSkippedAlready || refusals >= maxRefusals
    ? {
        ...books,
        skippedDays: [...others, from].sort((one, other) => one.getTime() - other.getTime()),
        cursor: readNextDay(from, books.startedAt),
      }
    : { ...books, cursor: { ...cursor, refusals } }
}

/** Returns the operator's next step; null if the books balance. */
export function getNextStep(books: Books, now: Date): string | null {
  const { startedAt, isRefused, skippedDays, unpaidReaders, last } = books
  if (isRefused)
    return 'Turn on “Transaction Search” for the app in PayPal’s developer dashboard. PayPal can take up to nine hours to apply the change.'
  const lastAt = last?.finishedAt ?? startedAt
  if (now.getTime() - lastAt.getTime() > maxAge)
    return 'The nightly comparison hasn’t finished for two days. Look for “books” in the Worker’s log.'
  if (skippedDays.length > 0) {
    const days = skippedDays.map((skipped) => skipped.toISOString().slice(0, 10)).join(', ')
    return `PayPal refuses to list the transactions of ${days} (UTC), perhaps because there are more than 10,000. Download them from PayPal as an activity report, and look for payments and refunds that aren’t in our records. We’ll ask PayPal again every night, until each day is ${bookedDays} days old.`
  }
  if (last && last.unexplained > 0)
    return `Look up the unexplained movement ${last.firstUnexplained} in PayPal. Refund it there in full, or run “npm run desk -- accounts explain ${last.firstUnexplained} --reason TEXT”. To list all unexplained movements, run “npm run desk -- accounts”.`
  if (last && last.unmatched > 0)
    return 'Run “npm run desk -- accounts”, and look for the payments it lists in PayPal.'
  if (unpaidReaders.length > 0)
    return 'Run “npm run desk -- accounts”, then “npm run desk -- reader history” for each reader it lists.'
  return null
}
