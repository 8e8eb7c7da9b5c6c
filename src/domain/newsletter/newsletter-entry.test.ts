import { describe, expect, it } from 'vitest'
import {
  hasRequestedWeekly,
  initialFields,
  mergeImportedSubscriber,
  type NewsletterEntry,
  newsletterEntrySchema,
  requestEntry,
  unsubscribeEntry,
  updateNewsletterEntry,
  withdrawRequest,
} from './newsletter-entry.ts'

describe('a request for The Weekly', () => {
  const email = 'reader@example.com'
  const now = new Date('2026-11-20T10:00:00Z')
  const pendingUntil = new Date('2027-01-19T10:00:00Z')
  const consent = { consentedAt: now, ip: '203.0.113.7', userAgent: 'A browser' }
  const request = { ...consent, email, source: 'footer', uid: null } as const
  const earlier = newsletterEntrySchema.parse({
    ...request,
    state: 'pending',
    source: 'wall',
    uid: 'an-account',
    consentedAt: new Date('2026-11-01'),
    pendingUntil: new Date('2026-12-31'),
  })

  it('is pending until its address is confirmed', () => {
    const entry = { ...initialFields, ...request, state: 'pending', pendingUntil }
    expect(requestEntry(null, request, now)).toEqual(entry)
  })

  it('keeps its consent, and waits longer, when it’s repeated', () => {
    const again = { ...request, uid: 'an-account' }
    expect(requestEntry(earlier, again, now)).toEqual({ ...earlier, pendingUntil })
  })

  it.each([
    ['a guest', null],
    ['another account', 'another'],
  ])('can’t be withdrawn by the account once %s repeats it', (_, uid) => {
    const shared = { ...earlier, uid: null, pendingUntil }
    expect(requestEntry(earlier, { ...request, uid }, now)).toEqual(shared)
    expect(requestEntry(shared, { ...request, uid: 'an-account' }, now)).toEqual(shared)
  })

  it('takes over the consent of an address from a plain list', () => {
    const listed = { ...earlier, uid: null, source: 'list', listSource: 'Book fair' } as const
    const entry = { ...initialFields, ...request, state: 'pending', pendingUntil }
    expect(requestEntry(listed, request, now)).toEqual(entry)
  })

  it('changes nothing for a reader who already gets The Weekly', () => {
    const confirmed = { ...earlier, state: 'confirmed', pausedUntil: now } as const
    expect(requestEntry(confirmed, request, now)).toBe(confirmed)
  })

  it('starts again after an unsubscription, but doesn’t end a suppression', () => {
    const suppression = { complainedAt: now, hardBouncedAt: now, softBounces: [now] }
    const unsubscribedAt = new Date('2026-11-15')
    const left = unsubscribeEntry(
      { ...earlier, ...suppression, confirmation: consent, pausedUntil: now },
      unsubscribedAt,
    )
    expect(left).toMatchObject({
      state: 'unsubscribed',
      unsubscribedAt,
      pendingUntil: null,
      pausedUntil: null,
    })
    const again = requestEntry(left, request, now)
    expect(again).toEqual({
      ...initialFields,
      ...request,
      ...suppression,
      state: 'pending',
      unsubscribedAt,
      pendingUntil,
    })
    expect(withdrawRequest(again)).toEqual({
      ...again,
      state: 'unsubscribed',
      ip: '',
      userAgent: '',
      pendingUntil: null,
    })
  })

  it('is deleted when it is withdrawn, if it was the first request', () => {
    expect(withdrawRequest(requestEntry(null, request, now))).toBeNull()
  })
})

describe('an account that turns the newsletter on or off', () => {
  const email = 'reader@example.com'
  const consent = { consentedAt: new Date('2026-05-03'), ip: '203.0.113.7', userAgent: 'A browser' }
  const verified = { uid: 'one', email, emailVerified: true }
  const unverified = { ...verified, emailVerified: false }
  const existingEntry = (state: NewsletterEntry['state'], uid: string | null = null) =>
    newsletterEntrySchema.parse({
      email,
      state,
      source: 'footer',
      consentedAt: new Date('2026-01-01'),
      ip: '',
      userAgent: '',
      uid,
    })
  const leftEntry = unsubscribeEntry(existingEntry('confirmed', 'one'), consent.consentedAt)
  const newEntry = (state: NewsletterEntry['state']) => ({
    ...initialFields,
    ...consent,
    email,
    state,
    source: 'account',
    uid: 'one',
  })

  it.each([
    ['is on no list', null, newEntry('confirmed')],
    ['is pending', existingEntry('pending'), newEntry('confirmed')],
    ['has unsubscribed', existingEntry('unsubscribed', 'one'), newEntry('confirmed')],
    ['gets it as a guest', existingEntry('confirmed'), existingEntry('confirmed', 'one')],
    ['gets it already', existingEntry('confirmed', 'one'), null],
  ])('turns the newsletter on if the account is verified and %s', (_, before, after) => {
    expect(updateNewsletterEntry(before, verified, true, consent)).toEqual(after)
  })

  it.each([
    ['is on no list', null, null],
    ['is pending', existingEntry('pending'), leftEntry],
    ['gets it', existingEntry('confirmed'), leftEntry],
    ['has unsubscribed', existingEntry('unsubscribed'), null],
  ])('turns the newsletter off if the account is verified and %s', (_, before, after) => {
    expect(updateNewsletterEntry(before, verified, false, consent)).toEqual(after)
  })

  it.each([
    null,
    existingEntry('unsubscribed', 'another'),
    existingEntry('pending'),
    existingEntry('confirmed'),
  ])('turns the newsletter on like a guest if the account is unverified', (before) => {
    const request = { ...consent, email, source: 'account', uid: 'one' } as const
    expect(updateNewsletterEntry(before, unverified, true, consent)).toEqual(
      requestEntry(before, request, consent.consentedAt),
    )
  })

  it('starts again after a complaint or bounces if the account is verified', () => {
    const at = new Date('2026-04-01')
    const suppression = { complainedAt: at, hardBouncedAt: at, softBounces: [at] }
    const left = { ...existingEntry('unsubscribed', 'one'), ...suppression }
    expect(updateNewsletterEntry(left, verified, true, consent)).toEqual(newEntry('confirmed'))
    const bouncing = { ...existingEntry('confirmed', 'one'), hardBouncedAt: at }
    expect(updateNewsletterEntry(bouncing, verified, true, consent)).toEqual(
      existingEntry('confirmed', 'one'),
    )
  })

  it.each([
    ['has requested it itself', existingEntry('pending', 'one'), leftEntry],
    ['isn’t the one that requested it', existingEntry('pending'), null],
    ['has an address that gets it already', existingEntry('confirmed'), null],
    ['is not the requesting account', existingEntry('pending', 'another'), null],
  ])('turns off only its own request if the account is unverified and %s', (_, before, after) => {
    expect(updateNewsletterEntry(before, unverified, false, consent)).toEqual(after)
  })

  it('doesn’t reveal whether an unverified address is on the list', () => {
    for (const before of [
      null,
      existingEntry('pending'),
      existingEntry('confirmed'),
      existingEntry('unsubscribed'),
    ]) {
      for (const asked of [true, false]) {
        expect(hasRequestedWeekly(before, unverified, asked)).toBe(asked)
        expect(hasRequestedWeekly(before, verified, asked)).toBe(before?.state === 'confirmed')
      }
    }
  })
})

describe('an imported reader', () => {
  const importedAt = new Date('2021-05-23T18:28:09Z')
  const row = { email: 'reader@example.com', source: 'ghost', isSubscribed: true } as const
  const subscribed = { ...row, consentedAt: importedAt }
  const unsubscribed = { ...subscribed, isSubscribed: false }
  const stored = (
    state: NewsletterEntry['state'],
    changes: Partial<NewsletterEntry> = {},
  ): NewsletterEntry => ({
    ...initialFields,
    email: 'reader@example.com',
    state,
    source: 'footer',
    consentedAt: new Date('2026-01-01T00:00:00Z'),
    ip: '198.51.100.7',
    userAgent: 'A browser',
    uid: null,
    ...changes,
  })
  const imported = {
    ...initialFields,
    email: 'reader@example.com',
    source: 'ghost',
    consentedAt: importedAt,
    ip: '',
    userAgent: '',
    uid: null,
  } as const

  it('is confirmed with the source and the date of their consent', () => {
    const entry = mergeImportedSubscriber(null, subscribed)
    expect(entry).toEqual({ ...imported, state: 'confirmed' })
    expect(newsletterEntrySchema.strict().parse(entry)).toEqual(entry)
  })

  it('waits for a confirmation if nothing proves their consent, and changes no entry', () => {
    const pendingUntil = new Date('2026-05-01')
    const listed = { ...subscribed, source: 'list', pendingUntil } as const
    const entry = mergeImportedSubscriber(null, listed)
    expect(entry).toEqual({ ...imported, source: 'list', state: 'pending', pendingUntil })
    for (const state of ['pending', 'confirmed', 'unsubscribed'] as const)
      expect(mergeImportedSubscriber(stored(state), listed)).toBeNull()
  })

  it('is confirmed if the confirmation is pending, and the account that typed the address loses The Weekly', () => {
    const pending = stored('pending', { uid: 'a-stranger' })
    expect(mergeImportedSubscriber(pending, subscribed)).toEqual({
      ...imported,
      state: 'confirmed',
    })
  })

  it('isn’t subscribed if they have unsubscribed or complained on this site', () => {
    for (const field of ['complainedAt', 'unsubscribedAt', 'hardBouncedAt']) {
      const pending = stored('pending', { [field]: new Date('2026-02-01') })
      expect(mergeImportedSubscriber(pending, subscribed)).toBeNull()
    }
  })

  it('keeps the choices that they have made on this site', () => {
    for (const state of ['confirmed', 'unsubscribed'] as const) {
      for (const changes of [
        {},
        { source: 'account', uid: 'reader' },
        { source: 'ghost' },
      ] as const) {
        expect(mergeImportedSubscriber(stored(state, changes), subscribed)).toBeNull()
      }
    }
    for (const state of ['pending', 'confirmed', 'unsubscribed'] as const) {
      for (const changes of [
        {},
        { source: 'account' },
        { source: 'ghost', uid: 'reader' },
      ] as const) {
        expect(mergeImportedSubscriber(stored(state, changes), unsubscribed)).toBeNull()
      }
    }
  })

  it('is never subscribed if they have unsubscribed at the source', () => {
    expect(mergeImportedSubscriber(null, unsubscribed)).toEqual({
      ...imported,
      state: 'unsubscribed',
      unsubscribedAt: importedAt,
    })
    for (const source of ['ghost', 'substack'] as const) {
      const confirmed = stored('confirmed', { source })
      expect(mergeImportedSubscriber(confirmed, unsubscribed)).toEqual({
        ...confirmed,
        state: 'unsubscribed',
        unsubscribedAt: importedAt,
      })
    }
  })

  it('is imported once', () => {
    for (const row of [subscribed, unsubscribed]) {
      const entry = mergeImportedSubscriber(null, row)
      expect(mergeImportedSubscriber(entry, row)).toBeNull()
    }
  })
})
