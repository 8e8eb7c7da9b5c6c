import { expect, it } from 'vitest'
import { createMessageReader } from './firefox.ts'

const frameMessage = (message: unknown) => {
  const text = JSON.stringify(message)
  return Buffer.from(`${Buffer.byteLength(text)}:${text}`)
}

it('the Firefox driver reads messages in pieces, several at once, and cut within a character', () => {
  const messages = [{ marionetteProtocol: 3 }, [1, 1, null, { value: 'सीमा' }], [1, 2, null, []]]
  const bytes = Buffer.concat(messages.map(frameMessage))
  for (let splitIndex = 0; splitIndex <= bytes.length; splitIndex++) {
    const read: unknown[] = []
    const receiveBytes = createMessageReader((message) => read.push(message))
    receiveBytes(bytes.subarray(0, splitIndex))
    receiveBytes(bytes.subarray(splitIndex))
    expect(read, `cut at ${splitIndex}`).toEqual(messages)
  }
})
