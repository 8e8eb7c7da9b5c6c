/** Writes the costs of readers into scripts/operate/cost.md. `--check` fails if it is out of date. */
import { readFileSync } from 'node:fs'
import { getCallCost } from '../../../functions/platform/http/call-costs.ts'
import { updateTable } from './update-table.ts'

const million = 1e6

/**
 * The services billed in a month, each with a unit's list price in dollars, the amount that Workers Paid or Google
 * includes, and the amount that the free plan allows per day. Prices of November 2026: Cloudflare's for Workers,
 * Queues, D1, R2 and Images, Google's for Firestore (multi-region) and Firebase Auth, and Amazon's for SES.
 */
const services = {
  calls: { name: 'calls of the Worker', price: 0.3e-6, included: 10e6, freeDay: 100_000 },
  cpu: { name: 'its CPU milliseconds', price: 0.02e-6, included: 30e6 },
  queue: { name: 'operations of queues', price: 0.4e-6, included: 1e6, freeDay: 10_000 },
  rowsWritten: { name: 'rows written (D1)', price: 1e-6, included: 50e6, freeDay: 100_000 },
  rowsRead: { name: 'rows read (D1)', price: 1e-9, included: 25e9, freeDay: 5e6 },
  pictureReads: { name: 'reads from R2', price: 0.36e-6, included: 10e6 },
  transformations: { name: 'transformations (Images)', price: 0.5e-3, included: 5000 },
  reads: { name: 'documents read (Firestore)', price: 0.6e-6, included: 50_000 * 30 },
  writes: { name: 'documents written', price: 1.8e-6, included: 20_000 * 30 },
  signIns: { name: 'accounts that sign in (Auth)', price: 0.0055, included: 50_000 },
  emails: { name: 'emails (SES)', price: 0.1e-3, included: 0 },
} as const satisfies Readonly<
  Record<string, { name: string; price: number; included: number; freeDay?: number }>
>
type Service = keyof typeof services
const serviceIds = Object.keys(services) as Service[]
type Amounts = Readonly<Record<Service, number>>

/** Dollars a month for Workers Paid. */
const basePrice = 5

/**
 * A reader's habits, and the publication's issues and new pictures, in a month. Replace these with your own
 * (`desk stats`).
 */
const habits = {
  views: 10,
  /** Shares of the views. */
  story: 0.7,
  frontPage: 0.2,
  archive: 0.1,
  /** Shares of all readers: logged in, subscribed, signing in during the month, and getting The Weekly. */
  signedIn: 0.1,
  subscribers: 0.03,
  signingIn: 0.02,
  newsletterReaders: 0.2,
  issues: 4,
  /** Confirmations, receipts and other emails per reader. */
  otherEmails: 0.03,
  /** The share of pictures that aren't cached in the reader's data centre. */
  pictureMisses: 0.1,
  /** New pictures, each in 20 variants. */
  newPictures: 100,
} as const

/** Calls per view, measured on a phone at a first visit (cost.md). */
const viewCalls = {
  pictures: 3 * habits.story + 11 * habits.frontPage + 16 * habits.archive,
  others: 3 * habits.story + 3 * habits.frontPage + 2 * habits.archive,
} as const

const results = readFileSync('scripts/dev/benchmark-results.md', 'utf8')

/** Reads a number from a benchmark's table: `title` is its row's first cell, `cell` its position after that. */
function readResult(title: string, cell = 0): number {
  const row = results.split('\n').find((line) => line.startsWith(`| ${title} |`))
  const text = row?.split('|')[cell + 2]?.replaceAll(',', '')
  const value = Number(text)
  if (!text || Number.isNaN(value)) throw new Error(`benchmark-results.md has no “${title}”.`)
  return value
}

/** Returns the cost of counting a view: `npm run bench -- statistics` computes that of ten million. */
const perCountedView = (title: string) => readResult(title) / (10 * million)

/** Returns the cost of one reader's copy of an issue, from `npm run bench -- weekly` with 100,000 recipients. */
const perCopy = (cell: number) => readResult('100,000', cell) / 100_000

/** CPU milliseconds of a call that renders no page. */
const callMilliseconds = 1

const getReads = (...routes: readonly Parameters<typeof getCallCost>[0][]) =>
  routes.reduce((sum, route) => sum + (getCallCost(route, false).reads ?? 0), 0)

/** Returns a month's amounts. A landing page costs a read for changes, and the front page another for its own. */
function getAmounts(readers: number): Amounts {
  const { views, newsletterReaders, issues } = habits
  const all = readers * views
  const stories = all * habits.story
  const batches = all * perCountedView('calls of the Worker')
  const copies = readers * newsletterReaders * issues
  const emails = copies + readers * habits.otherEmails
  const signedInReads =
    getReads('GET /api/user', 'GET /api/subscription', 'PUT /api/reading-history/:slug') *
    habits.signedIn
  const subscriberReads = getReads('GET /api/articles/:slug/body') * habits.subscribers
  const wallReads =
    getReads('GET /api/articles/:slug/wall') * (habits.signedIn - habits.subscribers)
  // Providers report the delivery of each email to the Worker.
  const calls = all * (viewCalls.pictures + viewCalls.others) + batches + emails
  return {
    calls,
    cpu: calls * callMilliseconds,
    queue: all * perCountedView('operations of the queue, three a batch') + copies * perCopy(5) * 3,
    rowsWritten: all * perCountedView('rows written'),
    rowsRead: all * perCountedView('rows read'),
    pictureReads: all * viewCalls.pictures * habits.pictureMisses,
    transformations: habits.newPictures * 20,
    reads:
      all * (2 * habits.frontPage + habits.archive) +
      stories * (signedInReads + subscriberReads + wallReads) +
      copies * perCopy(4),
    writes:
      stories *
      habits.signedIn *
      (getCallCost('PUT /api/reading-history/:slug', false).writes ?? 0),
    signIns: readers * habits.signingIn,
    emails,
  }
}

const getPrice = (service: Service, amount: number) =>
  Math.max(0, amount - services[service].included) * services[service].price

const formatNumber = (value: number) =>
  value >= million
    ? `${(value / million).toLocaleString('en-US', { maximumFractionDigits: 1 })} million`
    : Math.round(value).toLocaleString('en-US')
const formatDollars = (value: number) => `$${Math.round(value).toLocaleString('en-US')}`
const createRow = (cells: readonly string[]) => `| ${cells.join(' | ')} |`

const columns = [10_000, 100_000, million].map((readers) => ({
  readers,
  amounts: getAmounts(readers),
}))
const getTotal = (amounts: Amounts) =>
  serviceIds.reduce((sum, service) => sum + getPrice(service, amounts[service]), basePrice)

/** Returns the number of readers at which a service's limit is reached. Amounts grow linearly. */
function findReaders(service: Service, limit: number): number {
  const fixed = getAmounts(0)[service]
  return (limit - fixed) / (getAmounts(1)[service] - fixed)
}

const limits = serviceIds.flatMap((service) => {
  const { name, included, ...limit } = services[service]
  const free = 'freeDay' in limit ? [[`free plan: ${name}`, limit.freeDay * 30] as const] : []
  const paid = included > 0 ? [[`included: ${name}`, included] as const] : []
  return [...free, ...paid]
    .map(([title, amount]) => ({ title, amount, readers: findReaders(service, amount) }))
    .filter(({ readers }) => Number.isFinite(readers))
})

await updateTable({
  file: 'scripts/operate/cost.md',
  name: 'cost table',
  command: 'npm run cost-table',
  table: [
    createRow(['a month', ...columns.map(({ readers }) => `${formatNumber(readers)} readers`)]),
    createRow(['---', ...columns.map(() => '---:')]),
    ...serviceIds.map((service) =>
      createRow([
        services[service].name,
        ...columns.map(
          ({ amounts }) =>
            `${formatNumber(amounts[service])}; ${formatDollars(getPrice(service, amounts[service]))}`,
        ),
      ]),
    ),
    createRow([
      `together, with ${formatDollars(basePrice)} for Workers Paid`,
      ...columns.map(({ amounts }) => formatDollars(getTotal(amounts))),
    ]),
    '',
    createRow(['what ends first', 'in a month', 'with readers']),
    createRow(['---', '---:', '---:']),
    ...limits
      .toSorted((one, other) => one.readers - other.readers)
      .map(({ title, amount, readers }) =>
        createRow([title, formatNumber(amount), formatNumber(readers)]),
      ),
  ].join('\n'),
})
