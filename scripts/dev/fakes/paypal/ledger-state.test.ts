import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createTestFolder } from '../../../shared/testing/test-folder.ts'
import { openTestLedger } from './testing/open-test-ledger.ts'

it('the ledger stores its past events and its switches', () => {
  const file = join(createTestFolder(), 'paypal.json')
  const { ledger, id } = openTestLedger({ file })
  expect(ledger.getSettings()).toEqual({ missedDates: 'skip', staleDates: 0 })
  ledger.setMissedDates('charge')
  ledger.setStaleDates(1000)
  const reopened = openTestLedger({ file, approvedAt: null }).ledger
  expect(reopened.getSettings()).toEqual({ missedDates: 'charge', staleDates: 1000 })
  expect(reopened.find(id)).toEqual(ledger.find(id))
})
