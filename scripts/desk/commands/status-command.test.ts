import { expect, it } from 'vitest'
import { formatStatus } from './status-command.ts'

it('prints a line per check, what needs attention first', () => {
  expect(
    formatStatus({
      status: 'degraded',
      firestore: 'ok',
      attention: ['rebuild'],
      checks: [
        { name: 'firestore', state: 'ok', figures: {} },
        {
          name: 'rebuild',
          state: 'attention',
          figures: { state: 'failed', reason: 'build', since: null },
        },
        { name: 'payPal', state: 'off', figures: {} },
      ],
    }),
  ).toEqual([
    'Needs attention: rebuild. What to do: scripts/operate/README.md, "Alerts".',
    'Readers or editors notice it: the site is degraded.',
    '  ok         firestore',
    '  attention  rebuild     state failed, reason build',
    '  off        payPal',
  ])
})
