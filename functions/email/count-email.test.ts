import { expect, it } from 'vitest'
import { createInMemoryFirestore } from '../../scripts/dev/fakes/firestore/in-memory-firestore.ts'
import { emailLimits } from '../../src/domain/email-limits.ts'
import type { Firestore } from '../platform/adapters/firestore.ts'
import { unwrap } from '../testing/unwrap.ts'
import { countUncheckedSignUp } from './count-email.ts'

it('is refused, and doesn’t fail, if others are counted first until none is left', async () => {
  const { firestore, close } = createInMemoryFirestore()
  const count = async (through: Firestore) => {
    const account = { email: 'asha@asha-writes.example', emailVerified: false }
    return unwrap(await countUncheckedSignUp(through, account, new Date('2026-11-29')))
  }
  let others = 0
  const isAllowed = await count({
    ...firestore,
    async commit(writes) {
      if (await count(firestore)) others++
      return firestore.commit(writes)
    },
  })
  expect({ isAllowed, others }).toEqual({
    isAllowed: false,
    others: emailLimits.uncheckedDomain[0].count,
  })
  close()
})
