import { hash } from 'node:crypto'
import { day } from '../../src/domain/duration.ts'
import { currency } from '../../src/publication/offer.ts'
import { findStepEmailsPath } from '../email/count-email.ts'
import { hashAddress, hashInbox } from '../identity/inbox.ts'
import { getListPath } from '../newsletter/newsletter-list.ts'
import type { Fields } from '../platform/adapters/firestore-values.ts'

/** Creates a document of every kind that is stored about a reader, by path. */
export async function createEverythingHeld(
  { uid, email }: { readonly uid: string; readonly email: string },
  now = new Date(),
): Promise<Readonly<Record<string, Fields>>> {
  // PayPal's id reveals nothing about the reader, because what remains of a deleted account may contain it.
  const payPalSubscription = `I-${hash('sha256', uid).slice(0, 12).toUpperCase()}`
  return {
    [`subscriptions/${uid}`]: {
      subscription: {
        state: 'active',
        plan: 'monthly_13',
        provider: payPalSubscription,
        paidThrough: new Date(now.getTime() + 20 * day),
      },
    },
    [`subscriptions/${uid}/history/2026-01-01`]: {
      at: now,
      kind: 'providerSynced',
      from: 'none',
      to: 'active',
      plan: 'monthly_13',
      paymentAt: now,
    },
    [`checkouts/${payPalSubscription}`]: {
      uid,
      customId: `guest-${uid}`,
      plan: 'monthly_13',
      source: 'header',
      // The checkout is too old to be still waiting for approval at PayPal.
      createdAt: new Date(now.getTime() - 2 * day),
    },
    [`subscriptions/guest-${uid}`]: { movedTo: uid },
    [`students/student-${uid}`]: { uid, provider: payPalSubscription, at: now },
    // This time is later than any test's.
    [`studentEmails/student-${uid}`]: {
      sentAt: [now],
      expiresAt: new Date(now.getTime() + 30 * day),
    },
    [`outbox/pending-${uid}`]: {
      kind: 'refundConfirmation',
      uid,
      provider: 'I-1',
      paidAt: now,
      amount: { minorUnits: 1399, currency },
      surplus: 'alreadySubscribed',
      pendingSince: now,
      // This time is later than any test's.
      dueAt: new Date(now.getTime() + 20 * day),
      attempts: 0,
    },
    [`referrals/${uid}`]: {
      code: `code-of-${uid}`,
      ledger: [{ kind: 'earned', at: now, friend: 'a-friend' }],
    },
    [`referralCodes/code-of-${uid}`]: { uid, visits: 3, createdAt: now },
    [`readerProfiles/${uid}`]: {
      handle: `handle-of-${uid.toLowerCase()}`,
      formerHandles: [],
      name: 'A reader',
      bio: 'Reads on trains.',
      isPublic: true,
      isIndexed: false,
      recommended: [{ slug: 'fathers-in-pencil', title: 'Fathers in pencil' }],
      hidden: null,
      createdAt: now,
    },
    [`readerHandles/handle-of-${uid.toLowerCase()}`]: { uid, claimedAt: now },
    [`accessKeys/${uid}`]: {
      keys: [
        {
          hash: hash('sha256', 'a secret'),
          name: 'A laptop',
          createdAt: now,
          lastUsedOn: null,
          openUntil: { readers: null, control: null },
        },
      ],
    },
    [`savedArticles/${uid}`]: {
      articles: [
        { slug: 'fathers-in-pencil', savedAt: now, title: 'Fathers in pencil' },
        { slug: 'whose-ball-was-it', savedAt: now, title: 'Whose ball was it?' },
      ],
    },
    [`readingHistory/${uid}`]: {
      articles: [{ slug: 'fathers-in-pencil', firstReadAt: now, lastReadAt: now, depth: 0.4 }],
    },
    [`ratings/fathers-in-pencil.${uid}`]: {
      slug: 'fathers-in-pencil',
      uid,
      rating: 5,
      ratedAt: now,
    },
    [await getListPath(email)]: {
      email,
      state: 'confirmed',
      source: 'footer',
      consentedAt: now,
      ip: '198.51.100.7',
      userAgent: 'A browser',
    },
    [`newsletterEmails/${await hashInbox(email)}`]: {
      requestedAt: [now],
      isPending: false,
      pendingSince: now,
      // This time is later than any test's.
      dueAt: new Date(now.getTime() + 30 * day),
      attempts: 0,
    },
    [await findStepEmailsPath({ uid, email, emailVerified: true })]: {
      sentAt: [now],
      expiresAt: new Date(now.getTime() + 30 * day),
    },
    [`suppressedAddresses/${await hashAddress(email)}`]: { hardBouncedAt: now, confirmedAt: null },
    [`importedGrants/${await hashAddress(email)}`]: {
      until: new Date(now.getTime() + 90 * day),
      source: 'ghost',
      importedAt: now,
      importedBy: 'An editor',
      claimedAt: null,
      uid: null,
    },
    [`importedGrants/former-address-of-${uid}`]: {
      until: new Date(now.getTime() + 30 * day),
      source: 'substack',
      importedAt: now,
      importedBy: 'Another editor',
      claimedAt: now,
      uid,
    },
  }
}
