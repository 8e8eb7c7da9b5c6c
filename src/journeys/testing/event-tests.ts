/** Tests that make events happen in a browser and find them at the receiver. */
import { type BrowserContext, expect, type Page } from '@playwright/test'
import type { EventName, EventPayload } from '../../contracts/analytics/events.ts'
import { test } from './journey-test.ts'
import { listEvents, readAnonymousId } from './received-events.ts'

type Payloads<Name extends EventName> = { readonly [Each in Name]: EventPayload<Each> }
type Browser = {
  readonly page: Page
  readonly context: BrowserContext
  readonly otherDevice: BrowserContext
}

/** Sends what is pending, as when the page is left. */
export const flushEvents = (page: Page) => page.evaluate(() => dispatchEvent(new Event('pagehide')))

/** Expects each of these events once. */
export async function expectReceived(
  anonymousId: string | undefined,
  payloads: Partial<Payloads<EventName>>,
) {
  expect(anonymousId).toBeDefined()
  const readPayloads = async () => {
    const events = await listEvents(anonymousId)
    const select = (name: string) =>
      events.flatMap((event) =>
        event.type === 'track' && event.event === name ? [event.properties] : [],
      )
    return Object.fromEntries(Object.keys(payloads).map((name) => [name, select(name)]))
  }
  const expected = Object.entries(payloads).map(([name, payload]) => [name, [payload]])
  await expect.poll(readPayloads).toEqual(Object.fromEntries(expected))
}

/** `schemas`: the events that a file tests, all of them. */
export function createEventTests(schemas: object) {
  const tested: EventName[] = []
  test('every event of this file is tested once', () => {
    expect(tested.toSorted()).toEqual(Object.keys(schemas).toSorted())
  })
  return {
    /** `act` makes these events happen once each, and returns what they carry. */
    testEvents<const Name extends EventName>(
      names: readonly Name[],
      act: (browser: Browser) => Promise<Payloads<Name>>,
    ) {
      tested.push(...names)
      test(`arrive at the receiver: ${names.join(', ')}`, async ({
        page,
        context,
        otherDevice,
      }) => {
        await context.grantPermissions(['clipboard-read', 'clipboard-write'])
        await page.addInitScript(() => {
          // So that the results don't depend on the machine.
          delete (Navigator.prototype as { share?: unknown }).share
        })
        const payloads = await act({ page, context, otherDevice })
        await flushEvents(page)
        await expectReceived(await readAnonymousId(page), payloads)
      })
    },
    /** For an event whose test doesn't fit `testEvents`. */
    testOwn(name: EventName, title: string, run: Parameters<typeof test>[2]) {
      tested.push(name)
      test(title, run)
    },
  }
}
