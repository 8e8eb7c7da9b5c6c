import { expect, it } from 'vitest'
import { command } from './reader-command.ts'

it.each([
  [[]],
  [['find']],
  [['forget', 'somebody']],
  [['find', 'somebody', 'more']],
  [['grant', 'somebody']],
  [['end-sessions']],
  [['payments']],
  [['refund', 'somebody', 'more']],
  [['hide-profile']],
  [['hide-profile', 'somebody', 'more']],
  [['grant', 'somebody', '--until', 'tomorrow']],
  [['cancel', 'somebody', '--until-when', 'tomorrow']],
  [['grant-credit', 'somebody', '--amount', '20']],
  [['grant-credit', 'somebody', '--amount', '-20', '--message', 'x']],
  [['remove-credit', 'somebody', '--amount', '20.5', '--message', 'x']],
  [['remove-credit', 'somebody', '--amount', '2000', '--message', 'x']],
  [['grant-credit', 'somebody', '--amount', '0', '--message', 'x']],
])('the command line desk reader %j is refused', async (args) => {
  await expect((async () => command.run(args))()).rejects.toMatchObject({ exitStatus: 'usage' })
})

it('desk reader refuses a grant that would end in the past', async () => {
  const over = command.run(['grant', 'somebody', '--until', '2020-01-01T00:00:00Z'])
  await expect(over).rejects.toMatchObject({ exitStatus: 'refused' })
})
