import { expect, it } from 'vitest'
import { createReader } from './firefox.ts'

const framed = (message: unknown) => {
  const text = JSON.stringify(message)
  return Buffer.from(`${Buffer.byteLength(text)}:${text}`)
}

it('reads messages that arrive in pieces, several at once, and cut within a letter', () => {
  const messages = [{ marionetteProtocol: 3 }, [1, 1, null, { value: 'सीमा' }], [1, 2, null, []]]
  const bytes = Buffer.concat(messages.map(framed))
  for (let cut = 0; cut <= bytes.length; cut++) {
    const read: unknown[] = []
    const take = createReader((message) => read.push(message))
    take(bytes.subarray(0, cut))
    take(bytes.subarray(cut))
    expect(read, `cut at ${cut}`).toEqual(messages)
  }
})
