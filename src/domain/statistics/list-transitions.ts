/** Transitions of a changed address on The Weekly's list, for the statistics. */
import type { NewsletterEntry } from '../newsletter/newsletter-entry.ts'
import type { RecordedTransition } from './transition-record.ts'

type ListFields = Pick<NewsletterEntry, 'state' | 'source' | 'complainedAt'>

export function describeListTransitions(
  before: ListFields | null,
  after: ListFields,
  at: Date,
): readonly Omit<RecordedTransition, 'key'>[] {
  const wasOn = before?.state === 'confirmed'
  const isOn = after.state === 'confirmed'
  if (wasOn === isOn) return []
  const common = { at, plan: '', amount: 0 }
  return isOn
    ? [{ ...common, kind: 'newsletterConfirmed', reason: after.source }]
    : [
        {
          ...common,
          kind: 'newsletterUnsubscribed',
          reason: after.complainedAt ? 'complaint' : 'reader',
        },
      ]
}
