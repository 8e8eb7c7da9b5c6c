import { beforeEach, describe, expect, it, vi } from 'vitest'
import { succeed } from '../../src/domain/result.ts'
import { usableMilliseconds } from '../publishing/recent-changes.ts'
import { createFrontChoices, type ReadFrontChoices } from './front-choices.ts'

describe('editors’ placements', () => {
  let time: number
  let lead: string
  /** Firestore's responses that are still on their way. */
  let held: (() => void)[]
  let readFrontChoices: ReadFrontChoices

  const readLead = async () => (await readFrontChoices(() => {}))?.choices.lead

  beforeEach(async () => {
    time = 0
    lead = 'first'
    held = []
    readFrontChoices = createFrontChoices({
      firestore: {
        async get() {
          const fields = { lead, order: [], pins: [], updatedAt: new Date(0) }
          if (time > 0) await new Promise<void>((resolve) => held.push(resolve))
          return succeed({ id: 'home', fields, updateTime: '' })
        },
      },
      now: () => new Date(time),
      log: () => {},
    })
    await readLead()
    lead = 'second'
  })

  it('are used without waiting while newer ones are read', async () => {
    time = usableMilliseconds - 1
    expect(await readLead()).toBe('first')
    held[0]!()
    await vi.waitFor(async () => expect(await readLead()).toBe('second'))
  })

  it('are waited for once they are too old', async () => {
    time = usableMilliseconds
    const waiting = readLead()
    await vi.waitFor(() => expect(held).toHaveLength(1))
    held[0]!()
    expect(await waiting).toBe('second')
  })
})
