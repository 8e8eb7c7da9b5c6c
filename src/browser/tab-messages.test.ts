import { describe, expect, it } from 'vitest'
import { listenToTabs, sendToTabs } from './tab-messages.ts'

const name = () => crypto.randomUUID()

describe('sendToTabs', () => {
  it('reaches the accepting tab once', async () => {
    const channel = name()
    const received: unknown[] = []
    const acceptMessage = (isOwnMessage: string) => (payload: unknown) => {
      if (payload !== isOwnMessage) return false
      received.push(payload)
      return true
    }
    const stops = [
      listenToTabs(channel, acceptMessage('a')),
      listenToTabs(channel, acceptMessage('b')),
    ]
    expect(await sendToTabs(channel, 'b')).toBe(true)
    expect(received).toEqual(['b'])
    for (const stop of stops) stop()
  })

  it('reports that no tab accepted', async () => {
    const channel = name()
    listenToTabs(channel, () => true)()
    const stop = listenToTabs(channel, () => false)
    expect(await sendToTabs(channel, 'a', 100)).toBe(false)
    stop()
  })
})
