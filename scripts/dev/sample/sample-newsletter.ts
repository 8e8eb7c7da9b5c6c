/** Addresses on the list of The Weekly, so that an issue can be sent. */
import { getListPath } from '../../../functions/newsletter/newsletter-list.ts'
import type { Write } from '../../../functions/platform/adapters/firestore.ts'
import { day } from '../../../src/domain/duration.ts'
import { initialFields } from '../../../src/domain/newsletter/newsletter-entry.ts'

export const sampleAddresses = ['anika', 'bilal', 'chamari', 'dorji', 'esha'].map(
  (name) => `weekly-${name}@example.com`,
)

export const createSampleListWrites = (now: Date): Promise<Write[]> =>
  Promise.all(
    sampleAddresses.map(async (email, index) => ({
      set: await getListPath(email),
      fields: {
        ...initialFields,
        email,
        state: 'confirmed',
        source: 'footer',
        uid: null,
        consentedAt: new Date(now.getTime() - (index + 1) * 30 * day),
        ip: '',
        userAgent: '',
      },
    })),
  )
