import { expect } from 'vitest'
import { day } from '../duration.ts'
import { eachRow } from '../testing/each-row.ts'
import { subscriptionEmails } from './effect-kinds.ts'
import { isEmailOutdated } from './outdated-email.ts'
import type { Subscription } from './subscription.ts'
import type { ReaderRequest } from './subscription-event.ts'
import { apply, now, tell } from './testing/stories.ts'

eachRow(`
  cancel | cancelled
  cancel reactivate | resumed
  cancel reactivate cancel | cancelled
  cancel reactivate cancel reactivate | resumed
  pause reactivate pause | paused
  pause reactivate | resumed
  pause cancel | cancelled
  cancel reactivate pause | paused
  pause reactivate acceptOffer | resumed offerAccepted
  acceptOffer cancel | cancelled
  cancel endNow | cancelled ended
`)('after %s, sends only %s', (kinds, expected) => {
  let { record } = tell('yearly', '')
  const emails = kinds.split(' ').flatMap((kind, index) => {
    const event = { kind, months: 2 } as ReaderRequest
    const next = apply(record, event, new Date(now.getTime() + index * day))
    record = next.record
    return next.emails.map((template) => ({ template, about: record.subscription! }))
  })
  const current = record.subscription!
  const sent = emails.filter((one) => !isEmailOutdated(one.template, one.about, current))
  expect(sent.map(({ template }) => template).join(' ')).toBe(expected)
})

eachRow(`
  yearly | paidThrough | paymentFailed
  yearly | remindedAt | offerAccepted paused paymentFailed renewalReminder resumed
  yearly | provider | cancelled offerAccepted paused paymentFailed planChanged renewalReminder resumed started
  failed | remindedAt | offerAccepted paused renewalReminder resumed
`)('of %s, after a change of %s, drops %s', (start, field, dropped) => {
  const about = tell(start, '').record.subscription!
  const current = { ...about, [field]: now } as Subscription
  const outdated = subscriptionEmails.filter((email) => isEmailOutdated(email, about, current))
  expect(outdated.toSorted().join(' ')).toBe(dropped)
})
