/** The views of pages with plans, and of the steps after choosing one. */
import type { PageView } from './open-view.ts'
import { waitForButton, waitForLink } from './page-actions.ts'

export const subscribeViews: readonly PageView[] = [
  ...[
    ['subscribe', 'annual'],
    ['subscribe-today', 'monthly'],
    ['subscribe-original', 'annual'],
  ].map(([page, plan]) => ({
    name: `${page}-chosen`,
    path: `/${page}?plan=${plan}`,
    prepare: waitForButton('Pay with PayPal'),
  })),
  { name: 'subscribe-failed', path: '/subscribe', reader: 'failed' },
  {
    name: 'subscribe-student',
    path: '/subscribe/student',
    prepare: waitForButton('Send me a link'),
  },
  {
    name: 'subscribe-student-link',
    path: '/subscribe/student?key=x',
    prepare: waitForButton('Yes, that was me'),
  },
  {
    name: 'subscribe-finish-nothing',
    path: '/subscribe/finish',
    prepare: waitForLink('See the plans'),
  },
  ...['subscribe', 'subscribe-today', 'subscribe-original'].flatMap((page) => [
    { name: page, path: `/${page}` },
    { name: `${page}-ending`, path: `/${page}`, reader: 'ending' as const },
    { name: `${page}-lapsed`, path: `/${page}`, reader: 'lapsed' as const },
  ]),
]
