import { expect, type Page } from '@playwright/test'
import { formatEventLabel, type ReceivedEvent } from '../../../scripts/dev/fakes/inbox/event-log.ts'
import { readRunningStack } from '../../../scripts/shared/running-stack.ts'
import type { EventName, EventPayload } from '../../contracts/analytics/events.ts'

/** Reads the id that a browser's events have until logout. The server sets it, signed, with the first batch. */
export const readAnonymousId = async (page: Page) =>
  (await page.context().cookies())
    .find(({ name }) => name === '__Host-anonymous-id')
    ?.value.split('.')[0]

/** Lists events in the order received. */
export async function listEvents(anonymousId: string | undefined): Promise<ReceivedEvent[]> {
  const response = await fetch(`${readRunningStack().inboxUrl}/events.json`)
  const events = (await response.json()) as ReceivedEvent[]
  if (anonymousId === undefined) return []
  return events.filter((event) => event.anonymousId === anonymousId)
}

/** Sends pending events, as when the page is left. */
export const flushEvents = (page: Page) => page.evaluate(() => dispatchEvent(new Event('pagehide')))

/** Expects these events, and sends pending ones first. */
export async function expectTracked<Name extends EventName>(
  page: Page,
  name: Name,
  ...payloads: EventPayload<Name>[]
) {
  await flushEvents(page)
  const readPayloads = async () =>
    (await listEvents(await readAnonymousId(page))).flatMap((event) =>
      event.type === 'track' && event.event === name ? [event.properties] : [],
    )
  await expect.poll(readPayloads).toEqual(payloads)
}

/** Expects these events and page calls in any order, and no others, and returns them as received. */
export async function expectEvents(anonymousId: string | undefined, labels: readonly string[]) {
  const readLabels = async () => (await listEvents(anonymousId)).map(formatEventLabel).sort()
  await expect.poll(readLabels).toEqual(labels.toSorted())
  return listEvents(anonymousId)
}

/** Waits until this visit's events include an element that has to be visible for a second. */
export const expectCounted = (page: Page, what: RegExp) =>
  expect.poll(() => page.evaluate(() => sessionStorage.getItem('counted') ?? '')).toMatch(what)
