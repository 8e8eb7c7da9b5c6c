import { describe, expect, it } from 'vitest'
import { hearTabs, offerToTabs } from './other-tabs.ts'

const name = () => crypto.randomUUID()

describe('handing something to another tab', () => {
  it('reaches the one that it is meant for, once', async () => {
    const channel = name()
    const heard: unknown[] = []
    const take = (mine: string) => (what: unknown) => {
      if (what !== mine) return false
      heard.push(what)
      return true
    }
    const stops = [hearTabs(channel, take('a')), hearTabs(channel, take('b'))]
    expect(await offerToTabs(channel, 'b')).toBe(true)
    expect(heard).toEqual(['b'])
    for (const stop of stops) stop()
  })

  it('says so where nobody waits for it, nobody any more, or for something else', async () => {
    const channel = name()
    hearTabs(channel, () => true)()
    const stop = hearTabs(channel, () => false)
    expect(await offerToTabs(channel, 'a', 100)).toBe(false)
    stop()
  })
})
