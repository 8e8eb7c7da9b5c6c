import { expect, it } from 'vitest'
import { createInMemoryFirestore } from '../../scripts/dev/fakes/firestore/in-memory-firestore.ts'
import { emailLimits } from '../../src/domain/email-limits.ts'
import type { Firestore, Write } from '../platform/adapters/firestore.ts'
import { unwrap } from '../testing/unwrap.ts'
import { countSignUp } from './count-email.ts'

it('an email is refused without an error if others use up the limit first', async () => {
  const { firestore } = createInMemoryFirestore()
  const count = async (through: Firestore, from: string) => {
    const signUp = { email: 'asha@asha-writes.example', isChecked: false }
    const consentedAt = new Date('2026-11-29')
    return unwrap(await countSignUp(through, signUp, { ip: from, consentedAt }))
  }
  let others = 0
  const overtaken = {
    ...firestore,
    async commit(writes: readonly Write[]) {
      if (await count(firestore, '203.0.113.1')) others++
      return firestore.commit(writes)
    },
  }
  const isAllowed = await count(overtaken, '198.51.100.1')
  expect({ isAllowed, others }).toEqual({
    isAllowed: false,
    others: emailLimits.uncheckedDomain[0].count,
  })
})
