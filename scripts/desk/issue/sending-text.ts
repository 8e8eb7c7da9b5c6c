/** Describes the states of sending an issue, for the command line. */

import type { SendingStatus } from '../../../src/contracts/endpoints/issue-endpoints.ts'
import type { DropName } from '../../../src/domain/issue/audience.ts'
import { breakerShares } from '../../../src/domain/issue/breaker.ts'

export const exclusionText = {
  pending: 'address not confirmed',
  unsubscribed: 'unsubscribed',
  complaint: 'reported an issue as spam',
  hardBounce: 'address doesn’t exist',
  softBounces: 'address refused several issues',
  paused: 'paused',
  malformed: 'entry can’t be read',
  removed: 'removed from the list',
  surplus: 'new, and one of many addresses that may belong to one person',
} as const satisfies Record<DropName, string>

export const stateText = {
  approved: 'approved',
  freezing: 'reading the list',
  sending: 'sending',
  paused: 'paused',
  finished: 'finished',
  cancelled: 'cancelled',
} as const satisfies Record<SendingStatus['state'], string>

export const pauseText = {
  editor: 'by an editor',
  hardBounces: `because more than ${breakerShares.hardBounces * 100}% of the addresses don’t exist`,
  complaints: `because more than ${breakerShares.complaints * 100}% of the readers reported it as spam`,
  refusals: 'because the provider is refusing calls',
  noAnswers: 'because the provider isn’t responding',
  provider: 'because another provider has been set up since',
  audience: 'because the numbers of recipients don’t add up',
  stories: 'because a story is no longer published',
  audienceChanged: 'because the number of recipients differs from the approved number',
} as const satisfies Record<NonNullable<SendingStatus['pausedBy']>, string>
