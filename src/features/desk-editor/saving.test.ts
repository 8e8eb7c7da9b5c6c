import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  longestWait,
  readSavingStatus,
  type Saving,
  type SavingEvent,
  type SavingStep,
  savePause,
  startSaving,
  stepSaving,
} from './saving.ts'

const run = (...events: readonly SavingEvent[]) =>
  events.reduce<SavingStep>(({ saving }, event) => stepSaving(saving, event), {
    saving: startSaving(3, 'v'),
    effect: null,
  })

const changed = (at = 0) => ({ kind: 'changed', at }) as const
const due = { kind: 'due' } as const
const resumed = { kind: 'resumed' } as const
const stored = { kind: 'stored', revision: 4 } as const
const failed = (problem: 'offline' | 'unavailable' | 'signedOut' | 'outdated' | 'refused') =>
  ({ kind: 'failed', problem }) as const
const rebased = (isStored: boolean) =>
  ({ kind: 'rebased', revision: 7, base: 'w', isStored }) as const

const wait = (milliseconds: number) => ({ kind: 'wait', milliseconds })
const send = { kind: 'send' }

it('a document that nobody has saved isn’t called saved', () => {
  const opened = startSaving(0, null)
  const typed = run(changed()).saving
  const statuses = [opened, startSaving(0, 'v'), startSaving(3, null), typed].map(readSavingStatus)
  expect(statuses).toEqual(['new', 'saved', 'saved', 'unsaved'])
})

describe('saving', () => {
  it.each([
    ['waits for a pause', [changed()], wait(savePause)],
    ['doesn’t wait for a pause for ever', [changed(0), changed(longestWait - 10)], wait(10)],
    ['sends when the pause is over', [changed(), due], send],
    ['sends nothing without a change', [due], null],
    ['sends one call at a time', [changed(), due, changed(), due], null],
    [
      'continues with what was typed during the call',
      [changed(), due, changed(), stored],
      wait(5000),
    ],
    ['rests once the server has everything', [changed(), due, stored], null],
    ['retries', [changed(), due, failed('offline')], wait(2000)],
    [
      'retries later each time',
      [changed(), due, failed('offline'), due, failed('offline')],
      wait(5000),
    ],
    [
      'isn’t put off by typing while a retry is due',
      [changed(), due, failed('unavailable'), changed()],
      null,
    ],
    ['sends at once when the network is back', [changed(), due, failed('offline'), resumed], send],
    ['asks to log in', [changed(), due, failed('signedOut')], { kind: 'askToLogIn' }],
    [
      'sends nothing until the person is back',
      [changed(), due, failed('signedOut'), changed(), due],
      null,
    ],
    ['sends at once when the person is back', [changed(), due, failed('signedOut'), resumed], send],
    ['shows both versions', [changed(), due, failed('outdated')], { kind: 'compare' }],
    [
      'never sends over another’s text',
      [changed(), due, failed('outdated'), changed(), due, resumed],
      null,
    ],
    ['sends the chosen text', [changed(), due, failed('outdated'), rebased(false)], send],
    ['rests if theirs was chosen', [changed(), due, failed('outdated'), rebased(true)], null],
  ] as const)('%s', (_, events, effect) => {
    expect(run(...events).effect).toEqual(effect)
  })

  it('is “saved” exactly while the server has the text', () => {
    const answers = fc.constantFrom('stored', 'offline', 'unavailable', 'refused', 'signedOut')
    const steps = fc.array(
      fc.oneof(fc.constant('type'), fc.constant('due'), fc.constant('resume'), answers),
    )
    fc.assert(
      fc.property(steps, (names) => {
        let saving: Saving = startSaving(1, null)
        let [text, server, sent] = [0, 0, 0]
        let revision = 1
        const apply = (event: SavingEvent) => {
          const step = stepSaving(saving, event)
          saving = step.saving
          if (step.effect?.kind === 'send') sent = text
        }
        for (const [at, name] of names.entries()) {
          if (name === 'type') {
            text++
            apply({ kind: 'changed', at })
          } else if (name === 'due') apply(due)
          else if (name === 'resume') apply(resumed)
          else if (saving.sending !== null && name === 'stored') {
            server = sent
            apply({ kind: 'stored', revision: ++revision })
          } else if (saving.sending !== null && name !== 'stored') apply(failed(name))
          expect(readSavingStatus(saving) === 'saved').toBe(text === server)
        }
      }),
    )
  })
})
