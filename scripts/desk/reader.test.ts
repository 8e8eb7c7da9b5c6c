import { expect, it } from 'vitest'
import { command } from './reader.ts'

it.each([
  [[]],
  [['find']],
  [['forget', 'somebody']],
  [['find', 'somebody', 'more']],
  [['grant', 'somebody']],
  [['grant', 'somebody', '--until', 'tomorrow']],
  [['cancel', 'somebody', '--until-when', 'tomorrow']],
])('desk reader %j is no command', async (args) => {
  await expect((async () => command.run(args))()).rejects.toMatchObject({ ending: 'usage' })
})

it('grants nothing until a time that is over', async () => {
  const over = command.run(['grant', 'somebody', '--until', '2020-01-01T00:00:00Z'])
  await expect(over).rejects.toMatchObject({ ending: 'refused' })
})
