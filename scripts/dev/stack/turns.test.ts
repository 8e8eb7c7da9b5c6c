import { expect, it } from 'vitest'
import { createTurns } from './turns.ts'

it('tasks run one after another, even after a failed task', async () => {
  const takeTurn = createTurns()
  const events: string[] = []
  const { promise, reject } = Promise.withResolvers<void>()
  const failing = takeTurn(() => promise)
  const others = ['second', 'third'].map((name) =>
    takeTurn(async () => {
      events.push(`${name} begins`)
      await Promise.resolve()
      events.push(`${name} ends`)
      return name
    }),
  )
  events.push('first fails')
  reject(new Error('no'))
  await expect(failing).rejects.toThrow('no')
  expect(await Promise.all(others)).toEqual(['second', 'third'])
  expect(events).toEqual([
    ...['first fails', 'second begins', 'second ends', 'third begins', 'third ends'],
  ])
})
