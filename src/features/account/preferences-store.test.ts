import { beforeEach, describe, expect, it, vi } from 'vitest'
import { testBrowser } from '../../browser/page-of-tests.ts'
import { preferencesChangeSchema } from '../../contracts/preferences.ts'
import { type AnswersChange, changeAnswers, noAnswers } from '../../domain/answers.ts'

type Call = { readonly method: string; readonly keepalive: boolean; readonly body: string }

let events: EventTarget
let changes: Call[]

/** A page of a reader whose device has their answers; no change that it sends is answered. */
async function openPage() {
  const browser = testBrowser()
  browser.reader = 'isSubscribed.1'
  browser.openPage()
  browser.local.set(
    'preferences',
    JSON.stringify({ of: 'account', answers: noAnswers, checkedAt: Date.now(), changedAt: 0 }),
  )
  events = new EventTarget()
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events))
  changes = []
  vi.stubGlobal('fetch', (_: string, call: Call) => {
    if (call.method === 'PATCH') changes.push(call)
    return new Promise(() => {})
  })
  return await import('./preferences-store.ts')
}

const bodies = () => changes.map(({ body }) => preferencesChangeSchema.parse(JSON.parse(body)))

describe('a page that closes while changes are pending', () => {
  const inOrder: readonly AnswersChange[] = [
    { add: { tags: ['nepal'], categories: ['food'] } },
    { remove: { tags: ['nepal'] }, goal: '1' },
    { goal: '3' },
    { add: { categories: ['food'] }, weekly: { wanted: true } },
  ]
  let page: Awaited<ReturnType<typeof openPage>>
  beforeEach(async () => {
    page = await openPage()
  })

  it('sends them as one, which does what they would have done in order', () => {
    for (const change of inOrder) page.answer(change)
    expect(bodies()).toEqual([inOrder[0]])
    events.dispatchEvent(new Event('pagehide'))
    const [, merged, ...others] = bodies()
    expect(others).toEqual([])
    expect(changes[1]!.keepalive).toBe(true)
    const expected = inOrder.reduce(changeAnswers, noAnswers)
    expect(changeAnswers(noAnswers, merged!)).toEqual(expected)
    // Whether or not the first has arrived.
    expect(changeAnswers(changeAnswers(noAnswers, inOrder[0]!), merged!)).toEqual(expected)
  })

  it('sends nothing twice where one alone is on its way', () => {
    page.answer(inOrder[0]!)
    events.dispatchEvent(new Event('pagehide'))
    expect(bodies()).toEqual([inOrder[0]])
  })
})
