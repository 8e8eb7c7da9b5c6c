/** The end of every command that has changed what readers see: the site is told, and looked at. */

import { count } from './command.ts'
import type { Ending } from './ending.ts'
import type { Desk } from './environment.ts'
import type { Place } from './revision.ts'
import { addressOf, announce, waitUntilBuilt, waitUntilReadable } from './site.ts'

export const waitingOptions = {
  wait: { type: 'boolean', default: false },
  timeout: { type: 'string', default: '15' },
} as const

export const waitingHelp = `  --wait            until the whole site, archives and all, has been built with it
  --timeout MINUTES how long --wait waits (15)`

type Waiting = { readonly wait: boolean; readonly timeout: string }

/** Milliseconds that an article may take until it answers at its address. */
const readableLimit = 30_000
/** With more, only the first are looked at. */
const mostLookedAt = 5

const inSeconds = (seconds: number) => `${seconds.toFixed(1)} s`

/** `fresh`: what was not there before, and has to be. */
export async function tellSite(
  desk: Desk,
  at: string | null,
  fresh: readonly Place[],
  waiting: Waiting,
): Promise<Ending> {
  if (at === null) return 'done'
  const limit = count('--timeout', waiting.timeout) * 60_000
  const told = await announce(desk, at)
  if (!told.ok) {
    console.error(
      `Stored. The site was not told: ${told.failure.reason}. Readers see it after the next build; ` +
        'run the same command again to tell it.',
    )
    return 'untold'
  }
  let ending: Ending = 'done'
  // Only articles are rendered before they are built.
  for (const place of fresh
    .filter(({ collection }) => collection === 'articles')
    .slice(0, mostLookedAt)) {
    const address = desk.siteUrl + addressOf(place)
    const seconds = await waitUntilReadable(desk, addressOf(place), readableLimit)
    if (seconds === null) ending = 'untold'
    if (seconds === null)
      console.error(`${address} has not answered in ${inSeconds(readableLimit / 1000)}.`)
    else console.log(`${address} was readable after ${inSeconds(seconds)}.`)
  }
  if (!waiting.wait) return ending
  const seconds = await waitUntilBuilt(desk, at, limit)
  if (seconds !== null) {
    console.log(`The whole site has it after ${inSeconds(seconds)}.`)
    return ending
  }
  console.error(
    `The site was not built in ${waiting.timeout} minutes; ${desk.siteUrl}/api/health says more.`,
  )
  return 'untold'
}
