import { expect, it } from 'vitest'
import { formatStatus } from './status-command.ts'

it('desk status prints a line for each check, starting with those that need attention', () => {
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
    'Needs attention: rebuild. What to do: scripts/operate/alerts.md.',
    'The site is degraded: readers or editors are affected.',
    '  ok         firestore',
    '  attention  rebuild     failed, reason build',
    '  off        payPal',
  ])
})

it('desk status prints the statistics in words', () => {
  const lines = formatStatus({
    status: 'ok',
    firestore: 'ok',
    attention: [],
    checks: [
      {
        name: 'cron',
        state: 'ok',
        figures: { startedAt: '2026-11-27T17:30:00.044Z', secondsAgo: 19 },
      },
      {
        name: 'outbox',
        state: 'ok',
        figures: { due: 2, oldestDueSeconds: 65, unknown: 0, retried: 0, oldestRetriedSeconds: 0 },
      },
      { name: 'weekly', state: 'ok', figures: { 'the-week': 'sending' } },
      { name: 'statistics', state: 'ok', figures: { bytes: 2_228_224, maxBytes: 10_000_000_000 } },
      { name: 'statistics', state: 'attention', figures: { bytes: null } },
    ],
  })
  expect(lines.slice(1)).toEqual([
    '  ok         cron        last run 19 s ago',
    '  ok         outbox      due 2, oldest due for 2 min, from a newer version 0, retried often 0',
    '  ok         weekly      the-week sending',
    '  ok         statistics  2.2 MB of 10 GB',
    '  attention  statistics',
  ])
})
