/** What a browser's reader has done, as it has arrived at whoever receives events: here, beside the outbox. */
import { expect, type Page } from '@playwright/test'
import type { ReceivedEvent } from '../../scripts/local/event-box.ts'
import { runningStack } from '../../scripts/local/running-stack.ts'
import type { EventName, EventPayload } from '../contracts/analytics/events.ts'

/** Whose events they are, until the reader signs out. */
export const anonymousIdOf = async (page: Page) =>
  (await page.evaluate(() => localStorage.getItem('anonymous-id')))?.split(' ')[0]

/** In the order in which they came. */
export async function eventsOf(anonymousId: string | undefined): Promise<ReceivedEvent[]> {
  const response = await fetch(`${runningStack().outboxUrl}/events.json`)
  const events = (await response.json()) as ReceivedEvent[]
  return events.filter((event) => event.anonymousId === anonymousId)
}

/** Expects this event of this browser, as often as there are payloads, and sends what still waits. */
export async function expectCounted<Name extends EventName>(
  page: Page,
  name: Name,
  ...payloads: EventPayload<Name>[]
) {
  // As when the reader leaves.
  await page.evaluate(() => dispatchEvent(new Event('pagehide')))
  const id = await anonymousIdOf(page)
  const said = async () =>
    (await eventsOf(id)).flatMap((event) =>
      event.type === 'track' && event.event === name ? [event.properties] : [],
    )
  await expect.poll(said).toEqual(payloads)
}
