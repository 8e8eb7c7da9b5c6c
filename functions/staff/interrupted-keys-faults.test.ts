/** Interruptions of the Worker while it creates, confirms, uses or revokes an access key. */
import { describe, expect, it } from 'vitest'
import { interruptEachCall } from '../testing/interrupt-each-call.ts'
import type { Browser } from '../testing/reader-harness.ts'
import { StaffHarness } from './testing/staff-harness.ts'

let harness: StaffHarness
let operator: Browser
let key: string
async function open() {
  harness = new StaffHarness()
  operator = await harness.addStaff('olu', 'operator')
  key = await harness.createKey(operator)
}

describe('a Worker that is interrupted', () => {
  const steps = {
    'creating a key': async () => {
      await open()
      let attempts = 0
      return () => operator.send('POST', '/api/desk/keys', { name: `Attempt ${++attempts}` })
    },
    'revoking a key': async () => {
      await open()
      const id = await harness.getFirstKeyId(operator)
      return () => operator.send('DELETE', `/api/desk/keys/${id}`)
    },
    'opening a key': async () => {
      await open()
      await harness.addReader('ravi')
      const body = await (
        await harness.callWithKey(key, 'PUT', '/api/desk/staff', {
          account: 'ravi',
          role: 'writer',
        })
      ).text()
      return () => harness.confirm(operator, new Response(body, { status: 403 }))
    },
    'using a key for the first time in a day': async () => {
      await open()
      return () => harness.callWithKey(key, 'GET', '/api/desk/me')
    },
  }

  it.each(Object.entries(steps))('while %s leaves keys and acts consistent', async (_, prepare) => {
    const open = async () => ({ run: await prepare(), harness })
    await interruptEachCall(open, async (repeat) => {
      await expectAgreement()
      expect((await repeat()).ok).toBe(true)
      await expectAgreement()
    })
  })

  /** Checks that a key whose response was lost is listed, and can be revoked. */
  async function expectAgreement() {
    const acts = await harness.listActs()
    const count = (kind: string) => acts.filter((act) => act.kind === kind).length
    expect(await harness.listKeys(operator)).toHaveLength(count('keyCreated') - count('keyRevoked'))
    const { keys } = (await harness.readFields('accessKeys/olu')) as {
      keys: { openUntil: { control: Date | null } }[]
    }
    expect(keys.some(({ openUntil }) => openUntil.control !== null)).toBe(count('keyOpened') > 0)
  }
})
